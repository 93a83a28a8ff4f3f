import { stateWords } from './words.ts'

/** What an orb's face can say. Follows the orb's life, and puts what a person must know first. */
export type OrbFace =
  | 'waits'
  | 'working'
  | 'idle'
  | 'starting'
  | 'paused'
  | 'hibernated'
  | 'stopped'
  | 'failed'
  | 'unreachable'

/** How a face's ring is drawn; each is told apart in one colour at 20 px. */
export type RingStyle = 'solid' | 'thick' | 'thin' | 'dashed' | 'broken'

const rings: Record<OrbFace, RingStyle> = {
  waits: 'thick',
  working: 'solid',
  idle: 'thin',
  starting: 'thin',
  paused: 'dashed',
  hibernated: 'dashed',
  stopped: 'dashed',
  failed: 'broken',
  unreachable: 'broken',
}

/** The ring of a face. */
export function ringOf(face: OrbFace): RingStyle {
  return rings[face]
}

/** The face in words, as a list or a header shows it. */
export function faceWord(face: OrbFace): string {
  return stateWords[face]
}
