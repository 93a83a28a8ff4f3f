/** Why something that a relay showed of the roster was not believed. */
export interface Refusal {
  readonly kind: 'fork' | 'rollback' | 'other-founding' | 'gap' | 'bad-entry' | 'unreadable'
  /** What the relay showed, and what this orb did. */
  readonly sentence: string
  /** True where a good entry later makes it right; else it stands for as long as the runner lives. */
  readonly passes: boolean
}

const LIAR = 'A relay that was restored from an older copy does this, and one that lies.'

/** The sentence for each way in which a relay can show a roster that is not ours. */
export const REFUSALS = {
  fork: (version: number): Refusal => ({
    kind: 'fork',
    sentence:
      `The relay showed another entry ${version} of the roster than the one that this orb knows. ` +
      `It was refused, and the known one stays. ${LIAR}`,
    passes: false,
  }),
  rollback: (shown: number | null, known: number): Refusal => ({
    kind: 'rollback',
    sentence:
      `The relay shows ${shown === null ? 'no roster' : `version ${shown} of the roster`}; this orb knows version ` +
      `${known} and goes on by it. ${LIAR}`,
    passes: false,
  }),
  otherFounding: (): Refusal => ({
    kind: 'other-founding',
    sentence:
      'The relay showed a roster that begins with another first owner than the one that this orb believes. ' +
      'It was refused. Enrol a new orb if the installation was set up anew.',
    passes: false,
  }),
  gap: (version: number, known: number | null): Refusal => ({
    kind: 'gap',
    sentence:
      `The relay showed entry ${version} of the roster without the ones before it. It was refused; ` +
      (known === null ? 'this orb knows none yet.' : `this orb knows version ${known}.`),
    passes: true,
  }),
  unreadable: (known: number | null): Refusal => ({
    kind: 'unreadable',
    sentence:
      'The relay showed entries of the roster that this version of Perigee cannot read. They were refused; ' +
      (known === null ? 'this orb knows none yet. ' : `this orb goes on by version ${known}. `) +
      "Install the relay's version here.",
    passes: true,
  }),
  badEntry: (version: number, why: string): Refusal => ({
    kind: 'bad-entry',
    sentence: `The relay showed an entry ${version} of the roster that does not count, and it was refused. ${why}`,
    passes: false,
  }),
} as const
