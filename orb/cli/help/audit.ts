import { DEFAULT_PORT } from '../defaults.ts'

/** The text of `perigee audit --help`. */
export const AUDIT_HELP = `Usage: perigee audit export [--port N] [--state DIR]
       perigee audit verify [FILE] [--head HEAD] [--founding HASH] [--port N] [--state DIR] [--json]

export: writes the roster and the log of decisions to stdout, as JSON lines. verify: checks the chain of the log,
the roster, and the signature of every decision, in FILE ("-": stdin) or as the relay shows them now.

The log comes from the relay of this command line, or, where it is no device, from the one on this machine with
its local key.

  --head HEAD        The head that an earlier check printed: tells if rows are missing or were written anew
  --founding HASH    The founding hash of the roster (default: the one that this command line was paired with)
  --port N           The port of the relay on this machine (default ${DEFAULT_PORT})
  --state DIR        Folder for everything that is kept (default ~/.perigee, or PERIGEE_HOME)
  --json             Print what was found as one JSON line

verify ends with 0 where the log holds, else with 1.
`
