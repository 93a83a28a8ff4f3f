// `npm run bench -- NAME... [--json]`: bundles tests/bench and runs it against a fresh build.
// Notes go to stderr, so that stdout holds the figures alone.
import { runBundled } from './lib/run-bundled.mjs'

process.exit(await runBundled('tests/bench/main.ts', 'dist/bench', process.argv.slice(2)))
