import { createSignal, type JSX } from 'solid-js'
import type { Attachment } from '../../shared/commands/attachments.ts'
import type { Attachments } from '../composer/attachments/attachments.ts'
import type { FileBeside, FileState } from '../composer/attachments/draft-files.ts'
import { attachmentWords } from '../composer/attachments/words.ts'
import { Composer } from '../composer/composer.tsx'
import { FileLoader } from '../files/load-file.ts'
import { fileWords } from '../files/words.ts'
import { AppShell } from '../shell/app-shell.tsx'
import { PageHeader } from '../shell/page-header.tsx'
import { UserMessage } from '../transcripts/user-message.tsx'
import { FleetColumn } from './fleet-scene.tsx'

const file = (name: string, mediaType: string, bytes: number): Attachment => ({
  sha256: 'a'.repeat(64),
  bytes,
  mediaType,
  name,
})

const SCREEN = file('Screenshot from the failing page.png', 'image/png', 412_000)
const PHOTO = file('IMG_2041.jpeg', 'image/jpeg', 3_410_000)
const GONE = file('whiteboard.webp', 'image/webp', 88_000)
const LOG = file('build output of the last night, with all warnings.log', 'text/plain', 18_200)

/** Files of a message, and beside a draft in each state: `#files`; `#files/refused`: of an agent that takes none. */
export function FilesScene(): JSX.Element {
  const [text, setText] = createSignal('')
  const isRefused = location.hash.endsWith('/refused')
  const files = isRefused ? sampleFiles(READY, true) : sampleFiles(EACH, false)
  return (
    <AppShell pane="main" list={<FleetColumn currentOrbId="api-refactor" />}>
      <FileLoader.Provider value={load}>
        <PageHeader title="api-refactor" backHref="#fleet" />
        <div class="shell-scroll">
          <div class="gallery-parts">
            <UserMessage
              text="This is what I see. The log is from last night."
              personName="Ada"
              deviceName="Pixel 9"
              attachments={[SCREEN, PHOTO, LOG, GONE]}
            />
          </div>
        </div>
        <Composer
          text={text()}
          onText={setText}
          onSubmit={() => setText('')}
          mode="send"
          running={false}
          onStop={() => undefined}
          stopping="idle"
          attachments={files}
        />
      </FileLoader.Provider>
    </AppShell>
  )
}

const READY: readonly [Attachment, FileState][] = [[SCREEN, { is: 'ready' }]]
const EACH: readonly [Attachment, FileState][] = [
  [SCREEN, { is: 'ready' }],
  [PHOTO, { is: 'uploading' }],
  [LOG, { is: 'failed', why: attachmentWords.noAnswer }],
  [GONE, { is: 'elsewhere', deviceName: 'Pixel 9' }],
]

function sampleFiles(files: readonly [Attachment, FileState][], isRefused: boolean): Attachments {
  const initial = files.map(([attachment, state], at): FileBeside => ({
    id: String(at),
    attachment,
    blob: null,
    state,
  }))
  const [list, setList] = createSignal(initial)
  return {
    list,
    sendable: list,
    problem: () => null,
    notTaken: () => (isRefused ? attachmentWords.noPictures('Pi', SCREEN.name) : null),
    byPath: () => null,
    add: () => Promise.resolve(),
    remove: (id) => void setList((before) => before.filter((one) => one.id !== id)),
    retry: (id) => void setList((before) => before.map((one) => (one.id === id ? { ...one, state: UPLOADING } : one))),
    take: () => [],
    giveBack: () => undefined,
    upload: () => Promise.resolve({ outcome: 'kept' }),
    done: () => undefined,
    forget: () => undefined,
    waitsFor: () => null,
  }
}

const UPLOADING: FileState = { is: 'uploading' }

/** A picture that is drawn here: a page with a line of text that has failed. */
async function load({ name }: Attachment): Promise<Blob> {
  if (name === GONE.name) throw new Error(fileWords.notHere)
  const canvas = new OffscreenCanvas(name === PHOTO.name ? 400 : 240, 300)
  const context = canvas.getContext('2d')
  if (context !== null) {
    context.fillStyle = name === PHOTO.name ? 'steelblue' : 'whitesmoke'
    context.fillRect(0, 0, canvas.width, canvas.height)
    context.fillStyle = name === PHOTO.name ? 'gold' : 'firebrick'
    context.fillRect(30, 100, canvas.width - 60, 60)
  }
  return canvas.convertToBlob({ type: 'image/png' })
}
