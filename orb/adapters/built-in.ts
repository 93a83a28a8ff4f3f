import claude from './claude.json' with { type: 'json' }
import codex from './codex.json' with { type: 'json' }
import gemini from './gemini.json' with { type: 'json' }
import opencode from './opencode.json' with { type: 'json' }
import pi from './pi.json' with { type: 'json' }
import qwen from './qwen.json' with { type: 'json' }
import scripted from './scripted.json' with { type: 'json' }
import { AdapterManifest } from './manifest.ts'

/** The adapters that come with Perigee. */
export const BUILT_IN: readonly AdapterManifest[] = [claude, codex, gemini, opencode, pi, qwen, scripted].map((json) =>
  AdapterManifest.parse(json),
)
