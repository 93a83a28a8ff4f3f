import { parseArgs } from 'node:util'
import { launchBrowser } from '../browser/stage.ts'
import { takeChosen } from './chosen.ts'
import { takeForDocs } from './for-docs.ts'
import { takeScreens } from './all-screens.ts'
import { LOOKS, type Look } from './take.ts'

const { values } = parseArgs({
  options: {
    only: { type: 'string', multiple: true, default: [] },
    accept: { type: 'boolean', default: false },
    docs: { type: 'boolean', default: false },
    look: { type: 'string', default: 'plain' },
    help: { type: 'boolean', short: 'h', default: false },
  },
})

if (values.help) {
  console.error('Usage: npm run screenshots -- [--only NAME]... [--look NAME] [--accept | --docs]')
} else {
  const browser = await launchBrowser({ whole: true })
  try {
    if (values.accept) await takeChosen(browser)
    else if (values.docs) await takeForDocs(browser)
    else await takeScreens(browser, values.only, readLook(values.look))
  } finally {
    await browser.close()
  }
}

function readLook(name: string): Look {
  const look = LOOKS.find((one) => one === name)
  if (look === undefined) throw new Error(`--look is one of ${LOOKS.join(', ')}.`)
  return look
}
