import './look/tokens.css'
import './look/base.css'
import { render } from 'solid-js/web'
import { App } from './app.tsx'
import { takeFragment } from './devices/on-fragment.ts'
import { startLanguage } from './i18n/load-language.ts'
import { firstContent } from './first-content.ts'
import { startAppearance } from './look/theme.ts'

const root = document.getElementById('app')
if (root === null) throw new Error('index.html has no #app')
takeFragment()
startAppearance()
void Promise.all([startLanguage(), firstContent()]).then(() => {
  root.replaceChildren()
  render(() => <App />, root)
})
