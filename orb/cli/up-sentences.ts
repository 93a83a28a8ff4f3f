import { NEEDS_HTTPS, wayIn } from './invitation-text.ts'
import type { RelayLine } from './relay-line.ts'

/**
 * What `perigee up` says when it is up. The first pairing's secret goes to a terminal alone: whatever else stdout is may
 * be kept and read by others.
 */
export function upSentences({ url, pairing }: RelayLine, publicUrls: readonly string[], isTerminal: boolean): string {
  const address = publicUrls.find((one) => one.startsWith('https:')) ?? null
  const shown = (address ?? url).replace(/\/$/, '')
  return [
    ...(pairing === null ? [`Open ${shown}`] : firstDevice(shown, pairing, isTerminal)),
    ...(address === null ? [NEEDS_HTTPS] : []),
    'Ctrl-C ends everything.',
    '',
  ].join('\n')
}

function firstDevice(url: string, pairing: NonNullable<RelayLine['pairing']>, isTerminal: boolean): string[] {
  if (!isTerminal) return [`No device is paired yet. "perigee pair" prints a link and a code for ${url}.`]
  const lasts =
    'It lasts two minutes and lets the first device in, which owns everything. "perigee pair" prints another.'
  return [wayIn(url + pairing.path, pairing.code), lasts]
}
