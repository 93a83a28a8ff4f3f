import './settings.css'
import ChevronRight from 'lucide-solid/icons/chevron-right'
import { For, Show, type JSX } from 'solid-js'
import { Dynamic } from 'solid-js/web'
import { PageHeader } from '../shell/page-header.tsx'
import { ShellBar } from '../shell/shell-bar.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { SECTIONS, type Section } from './sections.ts'
import { settingsWords } from './words.ts'

/** Props of {@link SettingsFrame}. */
export interface SettingsFrameProps {
  /** The section's part of the address. */
  readonly path: string
  /** What is open inside of the section. */
  readonly item: string | undefined
  /** False: the list of sections is what a narrow screen shows. */
  readonly open: boolean
  readonly children: JSX.Element
}

/** The sections, and one of them beside; on a narrow screen one or the other. */
export function SettingsFrame(props: SettingsFrameProps): JSX.Element {
  const section = (): Section | undefined => SECTIONS.find((one) => one.path === props.path)
  return (
    <div class="settings" classList={{ 'settings-open': props.open }}>
      <div class="settings-frame">
        <div class="settings-menu">
          <PageHeader title={settingsWords.title} backHref="/" />
          <nav class="settings-scroll" aria-label={settingsWords.sections}>
            <For each={SECTIONS}>{(one) => <MenuRow section={one} current={one.path === props.path} />}</For>
          </nav>
          <ShellBar />
        </div>
        <div class="settings-body">
          <PageHeader
            title={section()?.name ?? settingsWords.missing}
            backHref={props.item === undefined ? '/settings' : `/settings/${props.path}`}
          />
          <div class="settings-scroll">
            <div class="settings-content">
              <Show
                when={section()}
                fallback={<EmptyState title={settingsWords.missing} text={settingsWords.missingText} />}
              >
                {props.children}
              </Show>
            </div>
          </div>
        </div>
      </div>
    </div>
  )
}

function MenuRow(props: { readonly section: Section; readonly current: boolean }): JSX.Element {
  return (
    <a class="settings-row" href={`/settings/${props.section.path}`} aria-current={props.current ? 'page' : undefined}>
      <Dynamic component={props.section.icon} class="icon" />
      <span class="settings-row-main">
        <span class="settings-row-title">{props.section.name}</span>
        <span class="settings-row-text">{props.section.text}</span>
      </span>
      <ChevronRight class="icon settings-row-go" />
    </a>
  )
}
