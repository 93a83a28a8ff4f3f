import type { AdapterManifest } from './manifest.ts'

/**
 * Why what runs inside the orb can answer this harness's questions in a person's place; null where it cannot. `cutOff`:
 * its tool shell has a network of its own.
 */
export function answeredFromInside({ title, trust }: AdapterManifest, cutOff: boolean): string | null {
  if (trust.localPorts.length === 0 || cutOff) return null
  const ports = trust.localPorts.length === 1 ? 'port' : 'ports'
  return (
    `${title} listens on local ${ports} ${trust.localPorts.join(', ')}, where a command that it runs can answer its ` +
    'questions. Such an answer is shown as bypassed.'
  )
}
