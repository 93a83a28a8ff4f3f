/** The text of `perigee inbox --help`. */
export const INBOX_HELP = `Usage: perigee inbox [--state DIR] [--json]

Lists what waits for your answer, the oldest first.

  --state DIR    Folder for everything that is kept (default ~/.perigee, or PERIGEE_HOME)
  --json         Print one JSON line for each
`

/** The text of `perigee approve --help`. */
export const APPROVE_HELP = `Usage: perigee approve ID [--option ID] [--yes] [--state DIR] [--json]

Shows exactly what would run, asks, and signs the answer with this command line's key. What is destructive or
unknown needs the word "allow", typed or piped, also with --yes. An orb whose agent runs as the same account as
this command line is refused: the agent could use the key.

  --option ID    Which answer of the harness, where it offers several that allow
  -y, --yes      Do not ask, where a yes would be enough
  --state DIR    Folder for everything that is kept (default ~/.perigee, or PERIGEE_HOME)
  --json         Print JSON lines: the outcome, then {effect, message}

Ends with 0 where the answer was recorded and nothing says that it could not be delivered, else with 1.
`

/** The text of `perigee deny --help`. */
export const DENY_HELP = `Usage: perigee deny ID [--reason TEXT] [--yes] [--state DIR] [--json]

Shows what was asked, asks, and signs the denial with this command line's key.

  --reason TEXT  For the record. The agent is told of the denial, not of the reason
  -y, --yes      Do not ask
  --state DIR    Folder for everything that is kept (default ~/.perigee, or PERIGEE_HOME)
  --json         Print JSON lines: the outcome, then {effect, message}
`
