import { createInterface, type Interface } from 'node:readline'
import { Writable } from 'node:stream'
import { renderUnicodeCompact } from 'uqr'
import { jsonLine } from '../device/terminal-text.ts'

/** What a person reads as the result. */
export function say(text: string): void {
  process.stdout.write(text + '\n')
}

/** What is said beside a result, and while something is waited for. */
export function tell(text: string): void {
  process.stderr.write(text + '\n')
}

/** One JSON line, for programs. */
export function sayJson(value: unknown): void {
  process.stdout.write(jsonLine(value) + '\n')
}

/** White on black, whatever the terminal's own colours are: a code with its colours turned round is read by fewer cameras. */
const QR_COLOURS = '\u001B[97;40m'
const OWN_COLOURS = '\u001B[0m'

/** A text as a QR code. */
export function qr(text: string): string {
  const code = renderUnicodeCompact(text, { border: 2 })
  if (!process.stdout.isTTY) return code
  return code.replace(/^.+$/gm, (line) => QR_COLOURS + line + OWN_COLOURS)
}

let input: Interface | null = null
let isMuted = false
let isAtEnd = false
const lines: string[] = []
let onLine: (() => void) | null = null

/** Asks for a line, on the terminal or from a pipe; null where there are no more. */
export async function askLine(question: string): Promise<string | null> {
  input ??= openInput()
  process.stderr.write(question)
  while (lines.length === 0 && !isAtEnd) await new Promise<void>((resolve) => (onLine = resolve))
  return lines.shift() ?? null
}

/** The same, without showing on the terminal what is typed. */
export async function askSecretLine(question: string): Promise<string | null> {
  input ??= openInput()
  isMuted = true
  try {
    return await askLine(question)
  } finally {
    isMuted = false
    if (process.stdin.isTTY) process.stderr.write('\n')
  }
}

/** True where a person says yes, in a word of English; anything else, and no answer, is a no. */
export async function askYes(question: string): Promise<boolean> {
  const answer = await askLine(`${question} [y/N] `)
  return /^y(?:es)?$/i.test((answer ?? '').trim())
}

/** Lets the process end: nobody is asked any more. */
export function closeInput(): void {
  if (input === null) return
  input.close()
  process.stdin.destroy()
}

function openInput(): Interface {
  const output = new Writable({
    write: (chunk: Buffer, _encoding, done) => {
      if (!isMuted) process.stderr.write(chunk)
      done()
    },
  })
  const opened = createInterface({ input: process.stdin, output, terminal: process.stdin.isTTY, historySize: 0 })
  opened.on('line', (line) => {
    lines.push(line)
    onLine?.()
  })
  opened.on('close', () => {
    isAtEnd = true
    onLine?.()
  })
  // In a terminal readline takes Ctrl-C for itself.
  opened.on('SIGINT', () => process.kill(process.pid, 'SIGINT'))
  return opened
}
