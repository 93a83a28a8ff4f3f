import { DEFAULT_PORT } from './defaults.ts'

/** The text of `perigee --help`. */
export const HELP = `Perigee: a remote control for coding agents.

Usage: perigee COMMAND [options]

  up      Run a relay and a demo orb on this machine, and print a link to open
  relay   Run a relay alone
  orb     Run a coding agent beside a runner, and show it on a relay
  link    Print a new link that lets a browser in

"perigee COMMAND --help" says more.

  -h, --help       Show this text
  -v, --version    Show the version
`

/** The text of `perigee up --help`. */
export const UP_HELP = `Usage: perigee up [--port N] [--state DIR] [--json] [--no-demo]

Runs the relay, and an orb with a scripted agent that needs no model and no network.
Prints a link; open it in a browser on this machine.

  --port N       Port to listen on (default ${DEFAULT_PORT}; 0: the system picks one)
  --state DIR    Folder for everything that is kept (default ~/.perigee, or PERIGEE_HOME)
  --json         Print one JSON line instead of sentences
  --no-demo      Only the relay
`

/** The text of `perigee orb --help`. */
export const ORB_HELP = `Usage: perigee orb [options] -- COMMAND [ARGS...]

Turns a coding agent that speaks ACP over stdio into an orb: runs COMMAND here, and shows it on a relay.
The agent runs as you, without isolation: its approvals are advice, and the app says so.

  --relay URL        The relay (default ws://127.0.0.1:${DEFAULT_PORT})
  --name NAME        What the orb is called (default: the workspace's folder)
  --workspace DIR    Where the agent works (default: the present folder)
  --state DIR        Folder for everything that is kept (default ~/.perigee, or PERIGEE_HOME)
  --relay-state DIR  Where the relay keeps its local key (default: relay/ in the state folder)
  --home DIR         A home folder of its own for the agent (default: yours, with its sign-ins)
  --env NAME         Pass on one more environment variable; may be given more than once

Of the environment the agent gets what finds programs and sets language, time zone and folders
(PATH, HOME, LANG, TZ and the like), and what --env names: a key, for example.

Examples:
  perigee orb --name api -- opencode acp
  perigee orb --name api --env OPENAI_API_KEY -- opencode acp
`

/** The text of `perigee link --help`. */
export const LINK_HELP = `Usage: perigee link [--port N] [--state DIR] [--json]

Asks the relay on this machine for a new link that lets one browser in, once.

  --port N       The relay's port (default ${DEFAULT_PORT})
  --state DIR    Folder for everything that is kept (default ~/.perigee, or PERIGEE_HOME)
  --json         Print one JSON line
`
