import { parseArgs } from 'node:util'
import { launchBrowser } from '../browser/stage.ts'
import { takeChosen } from './chosen.ts'
import { takeForDocs } from './for-docs.ts'
import { takeScreens } from './all-screens.ts'

const { values } = parseArgs({
  options: {
    only: { type: 'string', multiple: true, default: [] },
    accept: { type: 'boolean', default: false },
    docs: { type: 'boolean', default: false },
    help: { type: 'boolean', short: 'h', default: false },
  },
})

if (values.help) {
  console.error('Usage: npm run screenshots -- [--only NAME]... [--accept | --docs]')
} else {
  const browser = await launchBrowser({ whole: true })
  try {
    if (values.accept) await takeChosen(browser)
    else if (values.docs) await takeForDocs(browser)
    else await takeScreens(browser, values.only)
  } finally {
    await browser.close()
  }
}
