import { DEFAULT_PORT } from './defaults.ts'

/** The text of `perigee --help`. */
export const HELP = `Perigee: a remote control for coding agents.

Usage: perigee COMMAND [options]

  up         Run a relay and a demo orb on this machine, and print a link to open
  relay      Run a relay alone
  orb        Run a coding agent beside a runner, and show it on a relay

  pair       Let the relay's first device in, or make this command line a device
  invite     Let one more device in
  devices    List people and devices, or revoke a device
  recover    Come back with the recovery phrase alone
  sign-out   Revoke this command line, and remove its key

  inbox      List what waits for your answer
  approve    Show what would run, and allow it
  deny       Show what was asked, and deny it

  adapters   List the agents that Perigee knows how to drive, or check one
  secrets    Keep a model's key for an orb, out of its agent's reach
  orbs       List orbs, or remove one
  enrol      Print what lets one orb in
  notes      Make a token for a script that writes notes
  audit      Export the log of decisions, or check that it holds
  doctor     Say how agents are kept apart on this machine, and what is missing

"perigee COMMAND --help" says more.

  -h, --help       Show this text
  -v, --version    Show the version
`

/** The text of `perigee up --help`. */
export const UP_HELP = `Usage: perigee up [--port N] [--host ADDRESS] [--public-url URL] [--trust-proxy ADDRESS]
                  [--state DIR] [--json] [--no-demo]

Runs the relay, and an orb with a scripted agent that needs no model and no network. Where no device is paired
yet it prints a link, its QR code and a code for the first one.

  --port N               Port to listen on (default ${DEFAULT_PORT}; 0: the system picks one)
  --host ADDRESS         Address to listen on (default localhost)
  --public-url URL       The https address under which the app is opened, by a phone for example (repeatable)
  --trust-proxy ADDRESS  A proxy whose forwarded headers count (repeatable)
  --state DIR            Folder for everything that is kept (default ~/.perigee, or PERIGEE_HOME)
  --json                 Print one JSON line instead of sentences
  --no-demo              Only the relay
`

/** The text of `perigee orb --help`. */
export const ORB_HELP = `Usage: perigee orb [options] --adapter NAME
       perigee orb [options] [--adapter NAME | --manifest FILE] -- COMMAND [ARGS...]

Turns a coding agent into an orb: runs it here, and shows it on a relay. "perigee adapters list" names the agents
that Perigee knows how to drive; any other that speaks ACP over stdio is started by its COMMAND alone.
The agent is kept apart from you and from Perigee's keys as well as this machine can ("perigee doctor" says how).

  --adapter NAME     The agent, by the name of its adapter; a COMMAND starts it in place of the adapter's own
  --manifest FILE    An adapter of your own; one that lies in the workspace has to be accepted first
  --model NAME       The model that the agent uses, where its adapter lets you say
  --model-url URL    The address of the model's API in place of its maker's; the key is set with "perigee secrets"
  --shell-network N  none: the agent's commands run without any network, so that they reach no port of this machine
                     either (needs bubblewrap, and an adapter that knows how); shared, the default
  --enrol STRING     What an owner made with "perigee enrol" or in the app; "-" reads it from stdin, where nobody
                     else of the machine sees it. Needed once, for a relay that does not know this orb
  --enrol-file FILE  The same, from a file
  --relay URL        The relay (default: the one of the enrolment, or ws://127.0.0.1:${DEFAULT_PORT})
  --name NAME        What the orb is called (default: the workspace's folder)
  --workspace DIR    Where the agent works (default: the present folder)
  --state DIR        Folder for everything that is kept (default ~/.perigee, or PERIGEE_HOME)
  --isolation KIND   best (the default), namespace (bubblewrap), uid (another user; needs root) or none: without
                     isolation the agent's approvals are advice, and the app says so
  --home DIR         The agent's home folder (default: one of its own; yours with --isolation none and a COMMAND
                     without an adapter). With yours, an adapter writes no settings: they are what they are
  --read PATH        Show the agent one more file or folder in its namespace; may be given more than once
  --write PATH       The same, and let it change it
  --user NAME        Who the agent runs as with --isolation uid: a name or number (default perigee-agent)
  --env NAME         Pass on one more environment variable; may be given more than once

Of the environment the agent gets what finds programs and sets language, time zone and folders
(PATH, HOME, LANG, TZ and the like), and what --env names: a key, for example.

Examples:
  perigee orb --name api --enrol - --adapter opencode
  perigee orb --name api --adapter claude --home ~ --isolation none
  perigee orb --name api --env OPENAI_API_KEY -- opencode acp
`
