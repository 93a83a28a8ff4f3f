import { join } from 'node:path'
import { root } from './root.mjs'

/**
 * Vite plugin that has lucide's icons drawn by client/ui/drawn-icon.ts: of the package come the drawings alone.
 *
 * @returns {import('vite').Plugin}
 */
export function drawnIcons() {
  return {
    name: 'perigee:drawn-icons',
    enforce: 'pre',
    resolveId(source, importer) {
      const isIcon = source === '../Icon' && importer?.includes('/lucide-solid/dist/source/icons/') === true
      return isIcon ? join(root, 'client/ui/drawn-icon.ts') : null
    },
  }
}
