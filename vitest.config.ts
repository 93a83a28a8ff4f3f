import { defineConfig } from 'vitest/config'

/** Solid's Node build has no reactivity; what the client's unit tests mean is the browser's. */
const solidForBrowsers = [
  { find: /^solid-js$/, replacement: 'solid-js/dist/solid.js' },
  { find: /^solid-js\/store$/, replacement: 'solid-js/store/dist/store.js' },
]

/** Those of `npm test`; on demand also the ones that take hundreds of megabytes to install. */
const harnesses = ['tests/harnesses/*.test.ts']
if (process.env['PERIGEE_HARNESSES'] === 'all') harnesses.push('tests/harnesses/more/*.test.ts')

export default defineConfig({
  test: {
    // Both cores: the suites that drive a real agent or a kill run one file at a time all the same.
    maxWorkers: 2,
    projects: [
      {
        resolve: { alias: solidForBrowsers },
        test: {
          name: 'unit',
          environment: 'node',
          include: ['{client,relay,orb,shared,scripts}/**/*.test.ts', 'tests/{support,recordings}/**/*.test.ts'],
          server: { deps: { inline: [/solid-js/] } },
          testTimeout: 10_000,
          // Loading the same modules anew for each of 150 files took as long as the tests themselves.
          isolate: false,
        },
      },
      // Each file has processes, ports and folders of its own, and mostly waits for them.
      acrossBoundaries('integration', { testTimeout: 30_000, fileParallelism: true }),
      // Bound by the processor: two files at a time gain little, and bring waits near their limits.
      acrossBoundaries('browser', { testTimeout: 60_000 }),
      // These are measured by what they see in time: one file at a time.
      acrossBoundaries('kill', { testTimeout: 0 }),
      acrossBoundaries('harnesses', { testTimeout: 90_000, include: harnesses }),
      // On demand and in `test:long`: needs Debian's WebKit, which is as large as a browser.
      acrossBoundaries('webkit', { testTimeout: 90_000 }),
      // Not one of `npm test`: `node scripts/record.mjs` makes the tapes that the unit tests play.
      // On demand: `npm run test:conformance -- --adapter NAME`.
      acrossBoundaries('conformance', { testTimeout: 0, include: ['tests/conformance/conformance.ts'] }),
      acrossBoundaries('recordings', { testTimeout: 300_000, include: ['tests/recordings/record.ts'] }),
    ],
  },
})

function acrossBoundaries(
  name: string,
  limits: { testTimeout: number; fileParallelism?: boolean; include?: string[] },
) {
  return {
    test: {
      name,
      environment: 'node' as const,
      include: [`tests/${name}/**/*.test.ts`],
      exclude: ['**/node_modules/**'],
      fileParallelism: false,
      isolate: false,
      hookTimeout: 60_000,
      ...limits,
    },
  }
}
