import { parseArgs } from 'node:util'
import { approval } from './approval.ts'
import { client } from './client/client.ts'
import { fanout } from './fanout.ts'
import { figureLines, type Figure } from './figures.ts'
import { ingest } from './ingest.ts'
import { machine } from './machine.ts'
import { startPeer } from './peers/start-peer.ts'
import { start } from './start.ts'

/** Each benchmark with the rounds that it takes where none are named. */
const BENCHMARKS: Readonly<
  Record<string, { rounds: number; run: (rounds: number, quick: boolean) => Promise<Figure[]> }>
> = {
  approval: { rounds: 60, run: approval },
  ingest: { rounds: 7, run: ingest },
  fanout: { rounds: 5, run: fanout },
  start: { rounds: 15, run: start },
  client: { rounds: 5, run: client },
}

const { values, positionals } = parseArgs({
  options: {
    json: { type: 'boolean', default: false },
    rounds: { type: 'string' },
    quick: { type: 'boolean', default: false },
    peer: { type: 'string' },
    help: { type: 'boolean', short: 'h', default: false },
  },
  allowPositionals: true,
})

if (values.peer !== undefined) await startPeer(values.peer)
else await main()

async function main(): Promise<void> {
  const unknown = positionals.find((name) => !Object.hasOwn(BENCHMARKS, name))
  if (values.help || unknown !== undefined || !/^[1-9]\d*$/.test(values.rounds ?? '1')) {
    if (unknown !== undefined) console.error(`There is no benchmark "${unknown}".`)
    console.error(`Usage: npm run bench -- [${Object.keys(BENCHMARKS).join(' | ')}]... [--rounds N] [--quick] [--json]`)
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
    const figures = await benchmark.run(rounds, values.quick)
    results[name] = figures
    if (!values.json) console.log(`\n${name}\n${figureLines(figures)}`)
  }
  if (values.json) console.log(JSON.stringify({ machine: about, benchmarks: results }))
  else console.log(`\n${JSON.stringify(about)}`)
}
