/** A word as a POSIX shell takes it for one, whatever stands in it. */
export function shellWord(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`
}

/** The command that turns an agent into an orb; it reads the enrolment from stdin, since arguments are seen by others. */
export function orbCommand(name: string | null, agent: string): string {
  const named = name === null ? '' : ` --name ${shellWord(name)}`
  return `perigee orb${named} --enrol - -- ${agent.trim() === '' ? 'AGENT' : agent.trim()}`
}
