/** Longest that a task waits for an idle moment; a busy page still gets its colours. */
const PATIENCE_MS = 2_000
/** Where the browser tells of no idle moments (Safari): after what it does now. */
const LATER_MS = 80

const tasks = new Set<() => void>()
let isPlanned = false

/** Runs a task in an idle moment, one task a moment, in the order they came. Gives the way to call it off. */
export function whenIdle(task: () => void): () => void {
  tasks.add(task)
  plan()
  return () => void tasks.delete(task)
}

function plan(): void {
  if (isPlanned || tasks.size === 0) return
  isPlanned = true
  if (typeof requestIdleCallback === 'function') requestIdleCallback(runOne, { timeout: PATIENCE_MS })
  else setTimeout(runOne, LATER_MS)
}

function runOne(): void {
  isPlanned = false
  const [task] = tasks
  if (task !== undefined) {
    tasks.delete(task)
    task()
  }
  plan()
}
