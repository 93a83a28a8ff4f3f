import { readFile } from 'node:fs/promises'
import { PerigeeError } from '../../shared/codes/perigee-error.ts'
import { verifyAudit, type AuditFinding, type KnownOfLog } from '../../shared/audit/verify.ts'
import { readAuditLines, writeAuditLines } from '../device/audit-lines.ts'
import { auditSource, readAuditLog, type AuditLog } from '../device/audit-log.ts'
import { readOwnDevice } from '../device/device-file.ts'
import { shownBriefly } from '../device/terminal-text.ts'
import { DEFAULT_PORT, homeFolder, relayFolder } from './defaults.ts'
import { AUDIT_HELP } from './help/audit.ts'
import { DEVICE_FLAGS } from './own-device.ts'
import { say, sayJson, tell } from './terminal.ts'
import { port, readWords, text, UsageError, type Values } from './usage.ts'

const FLAGS = {
  ...DEVICE_FLAGS,
  port: { type: 'string' },
  head: { type: 'string' },
  founding: { type: 'string' },
} as const

/** `perigee audit export | verify`: the log of decisions and of the roster, and whether it holds. */
export async function audit(args: readonly string[]): Promise<number> {
  const {
    values,
    words: [verb, file],
  } = readWords(args, FLAGS, 'audit', 2)
  if (values['help'] === true) {
    process.stdout.write(AUDIT_HELP)
    return 0
  }
  if (verb === 'verify') return verify(values, file ?? null)
  if (verb !== 'export') throw new UsageError('Say what to do: perigee audit export, or perigee audit verify [FILE].')
  if (file !== undefined) throw new UsageError('"perigee audit export" writes to stdout. Use ">" to keep it in a file.')
  for (const line of writeAuditLines(await logOfRelay(values))) say(line)
  return 0
}

async function verify(values: Values, file: string | null): Promise<number> {
  const head = headOf(text(values, 'head'))
  const log = file === null ? await logOfRelay(values) : readAuditLines(await contentOf(file))
  const founding = foundingOf(values) ?? (await readOwnDevice(homeFolder(text(values, 'state'))))?.founding
  const known: KnownOfLog = { ...(head === null ? {} : { head }), ...(founding === undefined ? {} : { founding }) }
  const finding = await verifyAudit(log.rows, log.roster, known)
  if (values['json'] === true) sayJson(finding)
  else say(findingText(finding, founding !== undefined))
  return finding.outcome === 'whole' ? 0 : 1
}

function findingText(finding: AuditFinding, foundingKnown: boolean): string {
  if (finding.outcome === 'broken') return `The log does not hold. ${shownBriefly(finding.message, 500)}`
  const { rows, decisions, entries, head, endKnown } = finding
  const lines = [`The log holds: ${rows} rows, ${decisions} signed decisions, ${entries} entries of the roster.`]
  if (head !== null)
    lines.push(`Head ${head.id}:${head.hash}`, 'Keep the head elsewhere: --head tells then if rows are missing.')
  if (!endKnown) tell('No --head was given, so rows may be missing at the end.')
  if (!foundingKnown) tell('No founding hash is known here, so the first owner was believed as the log names them.')
  return lines.join('\n')
}

async function logOfRelay(values: Values): Promise<AuditLog> {
  const home = homeFolder(text(values, 'state'))
  const source = await auditSource(home, relayFolder(home), `http://localhost:${port(values, DEFAULT_PORT)}`)
  return readAuditLog(source)
}

async function contentOf(file: string): Promise<string> {
  try {
    if (file !== '-') return await readFile(file, 'utf8')
    const chunks: Buffer[] = []
    for await (const chunk of process.stdin) chunks.push(chunk as Buffer)
    return Buffer.concat(chunks).toString('utf8')
  } catch (error) {
    throw new PerigeeError('not-found', `${file} cannot be read.`, error)
  }
}

function headOf(flag: string | null): { id: number; hash: string } | null {
  if (flag === null) return null
  const [, id = '', hash = ''] = /^(\d{1,15}):([0-9a-f]{64})$/.exec(flag) ?? []
  if (hash === '')
    throw new UsageError('--head has to be the head as "perigee audit verify" printed it: a number, a colon, a hash.')
  return { id: Number(id), hash }
}

function foundingOf(values: Values): string | undefined {
  const given = text(values, 'founding')
  if (given !== null && !/^[0-9a-f]{64}$/.test(given)) throw new UsageError('--founding is no hash.')
  return given ?? undefined
}
