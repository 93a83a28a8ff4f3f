import { prepareLaunch, writeFiles } from '../../orb/adapters/launch.ts'
import type { AdapterManifest } from '../../orb/adapters/manifest.ts'
import { harnessEnvironment } from '../../orb/harness/environment.ts'
import { noneProvider } from '../../orb/harness/none-provider.ts'
import type { Provider } from '../../orb/harness/provider.ts'
import { harnessPath, upstreamFor } from './harness-manifest.ts'
import { SCRIPTED_MODEL } from './model-server.ts'

/** Where a harness of a test lives, and what it thinks with. */
export interface HarnessPlace {
  readonly home: string
  readonly modelUrl: string
  /** Called with the workspace before each start. */
  readonly beforeStart: (workspace: string) => void
  /** What else stands in its environment. */
  readonly env?: Readonly<Record<string, string>>
}

/** A provider that starts a manifest's own harness in a home of its own, with the scripted model. */
export function realHarness(
  manifest: AdapterManifest,
  { home, modelUrl, beforeStart, env: more }: HarnessPlace,
): Provider {
  return {
    ...noneProvider,
    async start({ cwd }, waits) {
      const env = { ...harnessEnvironment(process.env, [], null), ...more, HOME: home, PATH: harnessPath() }
      const { launch, files } = prepareLaunch({
        manifest,
        workspace: cwd,
        home: { path: home, own: true },
        env,
        model: { url: upstreamFor(manifest, modelUrl), key: 'unused' },
        modelName: SCRIPTED_MODEL,
        shell: null,
      })
      await writeFiles(files, launch, noneProvider)
      beforeStart(cwd)
      return noneProvider.start(launch, waits)
    },
  }
}
