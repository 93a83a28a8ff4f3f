import { defineConfig } from 'vite'
import { VitePWA } from 'vite-plugin-pwa'
import solid from 'vite-plugin-solid'
import { chunks } from './scripts/lib/chunks.mjs'
import { drawnIcons } from './scripts/lib/drawn-icons.mjs'
import { firstTheme } from './scripts/lib/first-theme.mjs'
import { manifestScreenshots } from './scripts/lib/manifest-screenshots.mjs'
import { solidCompiler } from './scripts/lib/solid-compiler.mjs'
import { trustedTemplates } from './scripts/lib/trusted-templates.mjs'

/** Light ground of the token file: what a phone draws before the app is there. */
const paper = '#fcfcfa'

const shortcutIcon = { src: '/icon-192.png', sizes: '192x192', type: 'image/png' }

export default defineConfig({
  root: 'client',
  publicDir: '../icons',
  build: {
    outDir: '../dist/client',
    emptyOutDir: true,
    sourcemap: true,
    // The page's policy is `default-src 'self'`: no data: address and no inline script may be emitted.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: { output: chunks },
  },
  plugins: [
    drawnIcons(),
    solid({ solid: solidCompiler }),
    trustedTemplates(),
    firstTheme(),
    VitePWA({
      strategies: 'injectManifest',
      srcDir: 'service-worker',
      filename: 'sw.ts',
      registerType: 'prompt',
      injectRegister: false,
      injectManifest: {
        rollupFormat: 'iife',
        globPatterns: ['**/*.{html,js,css,svg}', 'apple-touch-icon.png'],
      },
      manifest: {
        id: '/',
        name: 'Perigee',
        short_name: 'Perigee',
        description: 'A remote control for coding agents.',
        lang: 'en',
        start_url: '/?src=pwa',
        scope: '/',
        display: 'standalone',
        theme_color: paper,
        background_color: paper,
        launch_handler: { client_mode: 'navigate-existing' },
        shortcuts: [
          { name: 'Approvals', url: '/inbox', icons: [shortcutIcon] },
          { name: 'New task', url: '/new', icons: [shortcutIcon] },
          { name: 'Stop all', url: '/?stop=all', icons: [shortcutIcon] },
        ],
        share_target: {
          action: '/share',
          method: 'POST',
          enctype: 'multipart/form-data',
          params: { title: 'title', text: 'text', url: 'url', files: [{ name: 'files', accept: ['*/*'] }] },
        },
        screenshots: manifestScreenshots(),
        icons: [
          { src: '/icon-192.png', sizes: '192x192', type: 'image/png', purpose: 'any' },
          { src: '/icon-512.png', sizes: '512x512', type: 'image/png', purpose: 'any' },
          { src: '/icon-maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
          { src: '/mark.svg', sizes: 'any', type: 'image/svg+xml', purpose: 'any' },
        ],
      },
    }),
  ],
})
