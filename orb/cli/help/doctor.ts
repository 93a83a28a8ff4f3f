import { LOCAL_RELAY } from '../relay-origin.ts'

/** The text of `perigee doctor --help`. */
export const DOCTOR_HELP = `Usage: perigee doctor [--state DIR] [--relay URL] [--user NAME] [--json]

Says how this machine can keep an agent apart from you and from Perigee's keys, what an orb takes and why; which agents
are installed, in which versions, and which can be answered by the commands that they run; and whether Node, the state
folder, the disk, the port and the clock are as they should be, and phones can reach the relay. Says for each what to do.
Ends with 1 where something has to be mended first.

  --state DIR    Folder for everything that is kept (default ~/.perigee, or PERIGEE_HOME)
  --relay URL    The relay to ask (default ${LOCAL_RELAY})
  --user NAME    Who an agent would run as with "perigee orb --isolation uid" (default perigee-agent)
  --json         Print one JSON line
`
