import { readFileSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { PerigeeError } from '../../shared/codes/perigee-error.ts'
import { readEnrolment, type EnrolmentString } from '../../shared/devices/enrolment.ts'
import { text, UsageError, type Values } from './usage.ts'

/**
 * The enrolment that `--enrol` or `--enrol-file` gives, or null where neither is given. `--enrol -` reads stdin: other
 * users of a machine can see a command's arguments.
 * @throws UsageError, or PerigeeError where what is given is no enrolment
 */
export async function givenEnrolment(values: Values): Promise<EnrolmentString | null> {
  const word = text(values, 'enrol')
  const file = text(values, 'enrol-file')
  if (word !== null && file !== null) throw new UsageError('Give --enrol or --enrol-file, not both.')
  if (word === null && file === null) return null
  const given = file !== null ? readFile(file) : word === '-' ? await firstLine() : (word ?? '')
  const enrolment = readEnrolment(given)
  if (enrolment === null) {
    const where = file ?? (word === '-' ? 'what came on stdin' : '--enrol')
    throw new PerigeeError(
      'bad-request',
      `There is no whole enrolment in ${where}. It is one long word that begins with "perigee-orb-"; copy all of it.`,
    )
  }
  return enrolment
}

/** The first line that has something in it: whoever pastes ends with Enter. Empty where stdin ends before. */
async function firstLine(): Promise<string> {
  const lines = createInterface(process.stdin)
  try {
    for await (const line of lines) if (line.trim() !== '') return line
    return ''
  } finally {
    lines.close()
    process.stdin.unref()
  }
}

function readFile(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    throw new UsageError(`--enrol-file is "${path}", which cannot be read: ${String(error)}`)
  }
}
