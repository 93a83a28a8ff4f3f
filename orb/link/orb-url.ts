/** Where an orb reaches its own part of the relay's HTTP API, with `/` at its end. `relayUrl` as the link has it. */
export function orbUrl(relayUrl: string, orbId: string): string {
  return `${relayUrl.replace(/^ws/, 'http')}/api/orbs/${orbId}/`
}
