/**
 * How far something a person asked for has come. `recorded`: the relay has committed it; `applied`: the runner has
 * confirmed it. Nothing is called sent before the first, nor done before the second.
 */
export type Progress = 'idle' | 'sending' | 'recorded' | 'applied' | 'failed'

/** True while another press would be premature. */
export function isUnderWay(progress: Progress): boolean {
  return progress === 'sending' || progress === 'recorded' || progress === 'applied'
}
