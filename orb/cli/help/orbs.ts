/** The text of `perigee enrol --help`. */
export const ENROL_HELP = `Usage: perigee enrol [--orb ID [--generation N]] [--state DIR] [--json]

Prints what lets one orb in, once, within an hour. It goes to stdout alone, so it can be piped:

  perigee enrol | ssh MACHINE perigee orb --name api --enrol - -- opencode acp

  --orb ID          Give this orb a new key and a new generation, in place of letting a new orb in; the runner
                    before it stops for good
  --generation N    ... this generation (default: one more than the present one)
  --state DIR       Folder for everything that is kept (default ~/.perigee, or PERIGEE_HOME)
  --json            Print one JSON line
`

/** The text of `perigee orbs --help`. */
export const ORBS_HELP = `Usage: perigee orbs [--state DIR] [--json]
       perigee orbs remove ID [--yes] [--state DIR] [--json]

Lists the orbs that you may see, or removes one: its runner is turned away, and what it asks is void. What it
said stays in the ledger.

  -y, --yes      Do not ask
  --state DIR    Folder for everything that is kept (default ~/.perigee, or PERIGEE_HOME)
  --json         Print JSON lines
`

/** The text of `perigee notes --help`. */
export const NOTES_HELP = `Usage: perigee notes token --orb ID --thread ID --name NAME [--state DIR] [--json]

Prints a token, once, with which a script may write notes into one thread; they are shown as written by NAME.

  --state DIR    Folder for everything that is kept (default ~/.perigee, or PERIGEE_HOME)
  --json         Print one JSON line
`
