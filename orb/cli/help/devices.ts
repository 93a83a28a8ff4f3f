import { DEFAULT_PORT } from '../defaults.ts'

/** The text of `perigee pair --help`. */
export const PAIR_HELP = `Usage: perigee pair [--port N] [--state DIR] [--json]
       perigee pair - [--relay URL] [--name NAME] [--state DIR] [--json]
       perigee pair CODE [...]

Alone: asks the relay on this machine for a link and a code that let its first device in. It works while the
relay has no device yet. The link and the code last two minutes, and work once.

With "-": makes this command line a device with a key of its own. Paste an invitation's link or its code; then
the owner chooses the number that is shown here. "-" reads a line from stdin, where nobody else of the machine
sees it; what stands on the command line, others can read.

  --port N       The relay's port (default ${DEFAULT_PORT})
  --relay URL    The relay, for a code (default http://localhost:${DEFAULT_PORT}); a link names it itself
  --name NAME    What this device is called (default: your name here, and the machine's)
  --state DIR    Folder for everything that is kept (default ~/.perigee, or PERIGEE_HOME)
  --json         Print JSON lines: {matchNumber}, then {outcome: "paired", ...}
`

/** The text of `perigee invite --help`. */
export const INVITE_HELP = `Usage: perigee invite [--person NAME [--role ROLE [--orb ID [--thread ID]] [--expires TIME]]] [--state DIR] [--json]

Lets one more device in: prints a link, its QR code and a code to type, waits for the device, and shows three
numbers. Choose the one that its screen shows; any other burns the invitation. Only an owner of everything can.

  --person NAME    Whose device it is, by name or id (default: yours); a new name makes a new person
  --role ROLE      observer: looks; operator: also works and decides; owner: also enrols and removes orbs, and,
                   of everything, adds and removes people and devices. A known person keeps what they have
  --orb ID         Where the role holds: this orb (default: everything)
  --thread ID      ... this thread of it
  --expires TIME   ... until then: 30m, 12h, 7d
  --state DIR      Folder for everything that is kept (default ~/.perigee, or PERIGEE_HOME)
  --json           Print JSON lines: {url, code, ...}, {applicant, choices}, {outcome: "added", ...}

The number is read from stdin, so a program can answer as well.
`

/** The text of `perigee devices --help`. */
export const DEVICES_HELP = `Usage: perigee devices [--state DIR] [--json]
       perigee devices revoke ID [--lost] [--yes] [--state DIR] [--json]

Lists people with their rights and devices, or revokes a device: it is signed out at once and never counts again.
What it decided before still counts.

  --lost         Say in the roster that it was lost
  -y, --yes      Do not ask
  --state DIR    Folder for everything that is kept (default ~/.perigee, or PERIGEE_HOME)
  --json         Print JSON lines
`

/** The text of `perigee recover --help`. */
export const RECOVER_HELP = `Usage: perigee recover [--relay URL] [--name NAME] [--person NAME] [--yes] [--state DIR] [--json]

For when no owner's device is left: asks for the recovery phrase (without showing it; from a pipe it reads a
line), revokes every device, and makes this command line the owner. Prints the next recovery phrase, once.

  --relay URL      The relay (default: the one of this command line, or http://localhost:${DEFAULT_PORT})
  --name NAME      What this device is called (default: your name here, and the machine's)
  --person NAME    What the owner is called (default: Owner)
  -y, --yes        Do not ask
  --state DIR      Folder for everything that is kept (default ~/.perigee, or PERIGEE_HOME)
  --json           Print JSON lines: {nextPhrase}, then {outcome: "recovered", ...}
`

/** The text of `perigee sign-out --help`. */
export const SIGN_OUT_HELP = `Usage: perigee sign-out [--yes] [--forget] [--state DIR] [--json]

Revokes this command line by its own key, and removes the key.

  --forget       Only remove the key, where the relay cannot be reached; revoke the device in the app
  -y, --yes      Do not ask
  --state DIR    Folder for everything that is kept (default ~/.perigee, or PERIGEE_HOME)
  --json         Print one JSON line
`
