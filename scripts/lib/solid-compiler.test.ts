import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build } from 'vite'
import solid from 'vite-plugin-solid'
import { expect, test } from 'vitest'
import { root } from './root.mjs'
import { solidCompiler } from './solid-compiler.mjs'

/** A component whose handler reads a prop that is made of a condition; how often that was read after the press. */
const SOURCE = `
import { createRoot, createSignal } from 'solid-js'
export function readsAfterAPress() {
  const [isOpen, setOpen] = createSignal(true)
  let reads = 0
  const condition = () => { reads += 1; return isOpen() }
  let press = () => undefined
  function Child(props) { press = () => props.disabled; return null }
  createRoot(() => <Child disabled={condition() && isOpen()} />)
  press()
  const atPress = reads
  setOpen(false)
  return { atPress, after: reads - atPress }
}`

test('a handler that reads a conditional prop leaves nothing behind that reads on', async () => {
  // Beside the node_modules that hold Solid.
  const folder = mkdtempSync(join(root, 'node_modules', '.solid-compiler-'))
  try {
    writeFileSync(join(folder, 'source.tsx'), SOURCE)
    await build({
      configFile: false,
      logLevel: 'error',
      plugins: [solid({ solid: solidCompiler })],
      build: {
        outDir: join(folder, 'out'),
        minify: false,
        lib: { entry: join(folder, 'source.tsx'), formats: ['es'], fileName: 'source' },
      },
    })
    const made = (await import(pathToFileURL(join(folder, 'out', 'source.js')).href)) as {
      readsAfterAPress: () => { atPress: number; after: number }
    }
    expect(made.readsAfterAPress()).toEqual({ atPress: 1, after: 0 })
  } finally {
    rmSync(folder, { recursive: true })
  }
})
