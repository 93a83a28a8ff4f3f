/** The text of `perigee adapters --help`. */
export const ADAPTERS_HELP = `Usage: perigee adapters list [--workspace DIR] [--state DIR] [--json]
       perigee adapters check NAME|FILE [--state DIR] [--json]
       perigee adapters accept FILE [--yes] [--state DIR]

An adapter says how an agent is started and what can be relied upon. Those of your own are files in the folder
"adapters" of the state folder; docs/adapters.md says what stands in one.

list    shows every adapter: whether its agent is installed, and whether it asks before it acts
check   starts the agent in an empty home, greets it, opens a session, and says what it found. Nothing is left behind
accept  lets a manifest that lies in a workspace be used, as it is now: changed, it has to be accepted again

  --workspace DIR    Also list what this workspace proposes (default: the present folder)
  -y, --yes          Do not ask
  --state DIR        Folder for everything that is kept (default ~/.perigee, or PERIGEE_HOME)
  --json             Print JSON lines
`
