import { createSignal, onCleanup, Show, type JSX } from 'solid-js'
import Share2 from 'lucide-solid/icons/share-2'
import { pairingPath, shownCode } from '../../../shared/devices/pairing.ts'
import { relayNow } from '../../devices/relay-clock.ts'
import { Button } from '../../ui/button.tsx'
import { Callout, CopyButton } from '../parts.tsx'
import { settingsWords } from '../words.ts'
import { addressFor, isForPhones } from './https.ts'
import type { Invitation } from '../../../shared/devices/invitation.ts'
import { NeedsHttps } from './needs-https.tsx'
import { QrCode } from './qr-code.tsx'
import { addDeviceWords as words } from './words.ts'

/** Props of {@link OpenInvitation}. */
export interface OpenInvitationProps {
  readonly invitation: Invitation
  readonly founding: string
  readonly expiresAt: number
  readonly publicUrl: string | null
  readonly onStop: () => void
}

/** The three ways in: QR code, link and typed code, with the time that is left. */
export function OpenInvitation(props: OpenInvitationProps): JSX.Element {
  const address = (): string => addressFor(props.publicUrl, location.origin)
  const link = (): string =>
    address() +
    pairingPath({
      invitationId: props.invitation.invitationId,
      secret: props.invitation.secret,
      founding: props.founding,
    })
  return (
    <>
      <div class="invite-head">
        <h2 class="invite-title">{words.onOther}</h2>
        <Countdown expiresAt={props.expiresAt} />
      </div>
      <Show when={isForPhones(address())} fallback={<NeedsHttps />}>
        <div class="invite-scan">
          <QrCode text={link()} label={words.qrLabel} />
          <p class="settings-text">{words.scan}</p>
        </div>
      </Show>
      <section class="invite-way">
        <h3 class="settings-label">{isForPhones(address()) ? words.orOpen : words.open}</h3>
        <div class="invite-actions">
          <CopyButton text={link()} label={words.copyLink} />
          <Show when={'share' in navigator}>
            <Button icon={<Share2 class="icon" />} onPress={() => share(link())}>
              {settingsWords.share}
            </Button>
          </Show>
        </div>
      </section>
      <section class="invite-way">
        <h3 class="settings-label">{words.orType}</h3>
        <p class="invite-address">
          <code>{address()}/pair</code>
        </p>
        <p class="invite-code" aria-label={props.invitation.code.split('').join(' ')}>
          <span>{shownCode(props.invitation.code).slice(0, 4)}</span>
          <span>{shownCode(props.invitation.code).slice(5)}</span>
        </p>
      </section>
      <Callout>{words.secretNote}</Callout>
      <Button wide onPress={() => props.onStop()}>
        {words.stop}
      </Button>
    </>
  )
}

function Countdown(props: { readonly expiresAt: number }): JSX.Element {
  const left = (): number => Math.max(0, Math.floor((props.expiresAt - relayNow()) / 1000))
  const [seconds, setSeconds] = createSignal(left())
  const timer = setInterval(() => setSeconds(left()), 500)
  onCleanup(() => clearInterval(timer))
  return (
    <p class="invite-left number" role="timer" aria-label={words.leftSpoken}>
      {words.left(seconds())}
    </p>
  )
}

/** Whether it was shared is the other app's to say; a person who calls it off has done nothing wrong. */
function share(url: string): void {
  navigator.share({ title: words.shareTitle, url }).catch(() => undefined)
}
