import { openAuditedStage } from '../../browser/audited-stage.ts'
import { audit } from '../../browser/lighthouse.ts'
import { figure, type Figure } from '../figures.ts'

/** Lighthouse's mobile preset on what a phone shows most: its score for performance, as on a slow phone and network. */
export async function lighthouseScore(rounds: number): Promise<Figure[]> {
  const stage = await openAuditedStage()
  try {
    const figures: Figure[] = []
    for (const page of ['fleet', 'thread'] as const) {
      const ours: number[] = []
      for (let round = 0; round < rounds; round += 1) {
        const { scores } = await audit(stage.phone, stage.pages[page], ['performance'], true)
        ours.push(scores.performance ?? Number.NaN)
      }
      const about = { unit: 'of 100', better: 'more', against: 'none: the goal is 95' } as const
      figures.push(figure({ ...about, name: `Lighthouse, performance of the ${page}`, ours, peer: [] }))
    }
    return figures
  } finally {
    await stage.close()
  }
}
