// CSI with parameters, OSC up to its end, and the short escapes: what terminals obey and never show.
const ESCAPES = /\u001B(?:\[[0-?]*[ -/]*[@-~]|\][^\u0007\u001B]*(?:\u0007|\u001B\\)?|[ -/]*[0-~])/g

/**
 * What a terminal would have left standing of a program's output: no colour codes, and of a line that was
 * overwritten with `\r` only the last state. Meant for output alone; what is decided on is shown with everything drawn.
 */
export function plainOutput(text: string): string {
  const plain = text.replace(ESCAPES, '').replaceAll('\r\n', '\n')
  if (!plain.includes('\r')) return plain
  return plain
    .split('\n')
    .map((line) => line.split('\r').findLast((state) => state !== '') ?? '')
    .join('\n')
}
