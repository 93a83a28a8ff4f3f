import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { root } from './root.mjs'

const source = join(root, 'client/look/first-theme.js')

/**
 * Vite plugin that serves client/look/first-theme.js at /theme.js as it is: the page waits for it before it draws, so it
 * can be no module of the app.
 *
 * @returns {import('vite').Plugin}
 */
export function firstTheme() {
  return {
    name: 'perigee:first-theme',
    configureServer(server) {
      server.middlewares.use('/theme.js', (_request, response, next) => {
        readFile(source).then((text) => response.setHeader('content-type', 'text/javascript').end(text), next)
      })
    },
    async generateBundle() {
      this.emitFile({ type: 'asset', fileName: 'theme.js', source: await readFile(source, 'utf8') })
    },
  }
}
