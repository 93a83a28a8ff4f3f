/** The text of `perigee secrets --help`. */
export const SECRETS_HELP = `Usage: perigee secrets set NAME --orb NAME [--state DIR]
       perigee secrets list --orb NAME [--state DIR] [--json]
       perigee secrets remove NAME --orb NAME [--state DIR]

Keeps the key of a model for one orb, in a file that only you can read. The agent never gets it: its runner adds it
to the requests that the agent makes ("perigee adapters list" says under which name an adapter looks for it). The
value is asked for without an echo, or read from the standard input:

  perigee secrets set OPENAI_API_KEY --orb api < key.txt

  --orb NAME     The orb, by the name that it was given with "perigee orb --name"
  --state DIR    Folder for everything that is kept (default ~/.perigee, or PERIGEE_HOME)
  --json         Print JSON lines
`
