import './add-device.css'
import { encode } from 'uqr'
import { createMemo, type JSX } from 'solid-js'
import { qrPath } from './qr-path.ts'

/** The quiet zone that scanners need, in modules. */
const QUIET = 4

/** A text as a QR code: dark on light in every theme, since scanners look for that. */
export function QrCode(props: { readonly text: string; readonly label: string }): JSX.Element {
  const code = createMemo(() => encode(props.text, { ecc: 'M', border: 0 }))
  const size = (): number => code().size + 2 * QUIET
  return (
    <svg class="qr" viewBox={`${-QUIET} ${-QUIET} ${size()} ${size()}`} role="img" aria-label={props.label}>
      <path class="qr-dark" d={qrPath(code().data)} shape-rendering="crispEdges" />
    </svg>
  )
}
