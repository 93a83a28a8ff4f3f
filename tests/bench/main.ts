import { parseArgs } from 'node:util'
import { approval } from './approval.ts'
import { client, CLIENT_PARTS, type ClientRun } from './client/client.ts'
import { fanout } from './fanout.ts'
import { figureLines, type Figure } from './figures.ts'
import { ingest } from './ingest.ts'
import { machine } from './machine.ts'
import { startPeer } from './peers/start-peer.ts'
import { start } from './start.ts'

/** Each benchmark with the rounds that it takes where none are named. */
const BENCHMARKS: Readonly<Record<string, { rounds: number; run: (run: ClientRun) => Promise<Figure[]> }>> = {
  approval: { rounds: 60, run: ({ rounds }) => approval(rounds) },
  ingest: { rounds: 7, run: ({ rounds }) => ingest(rounds) },
  fanout: { rounds: 5, run: ({ rounds }) => fanout(rounds) },
  start: { rounds: 15, run: ({ rounds }) => start(rounds) },
  client: { rounds: 5, run: client },
}

const { values, positionals } = parseArgs({
  options: {
    json: { type: 'boolean', default: false },
    rounds: { type: 'string' },
    quick: { type: 'boolean', default: false },
    part: { type: 'string' },
    peer: { type: 'string' },
    help: { type: 'boolean', short: 'h', default: false },
  },
  allowPositionals: true,
})

if (values.peer !== undefined) await startPeer(values.peer)
else await main()

async function main(): Promise<void> {
  const unknown = positionals.find((name) => !Object.hasOwn(BENCHMARKS, name))
  const { part, quick } = values
  const isUnknownPart = part !== undefined && !CLIENT_PARTS.includes(part)
  if (values.help || unknown !== undefined || isUnknownPart || !/^[1-9]\d*$/.test(values.rounds ?? '1')) {
    if (unknown !== undefined) console.error(`There is no benchmark "${unknown}".`)
    if (isUnknownPart) console.error(`The app's figures have no part "${part}".`)
    console.error(`Usage: npm run bench -- [${Object.keys(BENCHMARKS).join(' | ')}]... [--rounds N] [--quick] [--json]`)
    console.error(`       npm run bench -- client --part ${CLIENT_PARTS.join(' | ')}`)
    process.exitCode = values.help ? 0 : 2
    return
  }
  const names = positionals.length > 0 ? positionals : Object.keys(BENCHMARKS)
  const about = machine()
  const results: Record<string, Figure[]> = {}
  for (const name of names) {
    const benchmark = BENCHMARKS[name]
    if (benchmark === undefined) continue
    const rounds = Number(values.rounds ?? benchmark.rounds)
    console.error(`${name}, ${rounds} rounds`)
    const figures = await benchmark.run({ rounds, quick, part })
    results[name] = figures
    if (!values.json) console.log(`\n${name}\n${figureLines(figures)}`)
  }
  if (values.json) console.log(JSON.stringify({ machine: about, benchmarks: results }))
  else console.log(`\n${JSON.stringify(about)}`)
}
