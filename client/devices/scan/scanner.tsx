import './scanner.css'
import { createSignal, Match, onCleanup, onMount, Switch, type JSX } from 'solid-js'
import type { PairingLink } from '../../../shared/devices/pairing.ts'
import { Button } from '../../ui/button.tsx'
import { Door } from '../door.tsx'
import { readFrames } from './read-frames.ts'
import { readScan } from './read-scan.ts'
import { scanWords } from './words.ts'

/** Props of {@link Scanner}. */
export interface ScannerProps {
  readonly onFound: (link: PairingLink) => void
  /** By hand, then. */
  readonly onCancel: () => void
}

type CameraState = 'starting' | 'looking' | 'denied' | 'missing'

/**
 * Reads an invitation with the camera, inside the app: on a phone the system's own scanner would open a browser, whose
 * keys an installed app cannot use.
 */
export default function Scanner(props: ScannerProps): JSX.Element {
  const [camera, setCamera] = createSignal<CameraState>('starting')
  const [note, setNote] = createSignal('')
  let video: HTMLVideoElement | undefined
  let stop = (): void => undefined
  let isGone = false
  onMount(() => void start())
  onCleanup(() => {
    isGone = true
    stop()
  })

  async function start(): Promise<void> {
    setCamera('starting')
    const stream = await openCamera()
    if (typeof stream === 'string') return void setCamera(stream)
    const end = (): void => stream.getTracks().forEach((track) => track.stop())
    // The page was left while the browser asked.
    if (isGone || video === undefined) return end()
    video.srcObject = stream
    await video.play().catch(() => undefined)
    const stopReading = readFrames(video, read)
    stop = () => {
      stopReading()
      end()
    }
    setCamera('looking')
  }

  function read(text: string): void {
    const scan = readScan(text, location.origin)
    if (scan.kind === 'invitation') {
      stop()
      props.onFound(scan.link)
    } else setNote(scan.kind === 'other' ? scanWords.notACode : scanWords.otherRelay(scan.host))
  }

  const retry = (): JSX.Element => (
    <Button wide onPress={() => void start()}>
      {scanWords.again}
    </Button>
  )
  const byHand = (): JSX.Element => (
    <Button kind="primary" wide onPress={() => props.onCancel()}>
      {scanWords.cancel}
    </Button>
  )
  return (
    <Switch>
      <Match when={camera() === 'denied'}>
        <Door
          title={scanWords.denied}
          text={scanWords.deniedText}
          actions={
            <>
              {byHand()}
              {retry()}
            </>
          }
        />
      </Match>
      <Match when={camera() === 'missing'}>
        <Door
          title={scanWords.missing}
          text={scanWords.missingText}
          actions={
            <>
              {byHand()}
              {retry()}
            </>
          }
        />
      </Match>
      <Match when={true}>
        <Door title={scanWords.title} text={scanWords.text} actions={byHand()}>
          <div class="scanner" classList={{ 'scanner-starting': camera() === 'starting' }}>
            <video class="scanner-video" ref={(node) => (video = node)} muted playsinline aria-label={scanWords.view} />
          </div>
          <p role="status">{camera() === 'starting' ? scanWords.starting : note()}</p>
        </Door>
      </Match>
    </Switch>
  )
}

async function openCamera(): Promise<MediaStream | 'denied' | 'missing'> {
  // The types say that it is always there; old and locked-down browsers lack it.
  const devices = navigator.mediaDevices as MediaDevices | undefined
  if (devices === undefined) return 'missing'
  try {
    return await devices.getUserMedia({ video: { facingMode: 'environment' }, audio: false })
  } catch (error) {
    const isDenied =
      error instanceof DOMException && (error.name === 'NotAllowedError' || error.name === 'SecurityError')
    return isDenied ? 'denied' : 'missing'
  }
}
