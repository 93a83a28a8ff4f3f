import * as z from 'zod/mini'
import { AdapterManifest } from './manifest.ts'

/** The JSON schema of manifests as people write them: fields with a default may be left out. */
export function manifestSchema(): object {
  return z.toJSONSchema(AdapterManifest, { io: 'input' })
}
