/**
 * Runs `work` once in the next turn of the event loop, however often `wake` is called until then: so all calls that
 * have arrived by that time share one commit. While a commit is being synced, further calls pile up for the next one.
 */
export function wakeable(work: () => void): () => void {
  let due = false
  return () => {
    if (due) return
    due = true
    setImmediate(() => {
      due = false
      work()
    })
  }
}
