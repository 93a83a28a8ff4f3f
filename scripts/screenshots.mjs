// `npm run screenshots -- [--only NAME]... [--look NAME] [--accept | --docs]`: pictures of the app, taken by
// tests/screenshots from a fresh build. Without a word every screen goes to screenshots/; `--look` has them in large
// text, with more contrast, in forced colours or in Chinese; `--accept` makes the ones that the browser suite compares
// with, `--docs` those of README, docs and manifest.
import { runBundled } from './lib/run-bundled.mjs'

process.exit(await runBundled('tests/screenshots/main.ts', 'dist/screenshots', process.argv.slice(2)))
