import './shell.css'
import ChevronLeft from 'lucide-solid/icons/chevron-left'
import type { JSX } from 'solid-js'
import { Show } from 'solid-js'
import { OrbDial } from '../look/dial.tsx'
import type { OrbFace } from '../look/states.ts'
import { RevealedText } from '../ui/revealed-text.tsx'
import { shellWords } from './words.ts'

/** Props of {@link PageHeader}. */
export interface PageHeaderProps {
  readonly title: string
  /** Where "back" leads on a phone; wider screens have the list beside. */
  readonly backHref?: string | undefined
  /** Shows the way back on wide screens too: for a page below one that the list does not lead to. */
  readonly backAlways?: boolean | undefined
  /** The orb's face, where the page is about one. */
  readonly face?: OrbFace | undefined
  /** ms since the epoch; with `face`. */
  readonly lastActivity?: number | undefined
  /** A line below the title: state, time, cost, connection. */
  readonly children?: JSX.Element
  /** Buttons at the right. */
  readonly actions?: JSX.Element
  /** A row of its own over the whole width, so that a narrow screen need not wrap it beside the buttons. */
  readonly below?: JSX.Element
}

/** The head of a page. Its title takes the focus when a page is entered by a link from outside. */
export function PageHeader(props: PageHeaderProps): JSX.Element {
  return (
    <header class="page-header">
      <div class="page-head">
        <Show when={props.backHref}>
          {(href) => (
            <a
              class="button button-icon page-back"
              classList={{ 'page-back-always': props.backAlways === true }}
              href={href()}
              aria-label={shellWords.back}
            >
              <ChevronLeft class="icon" />
            </a>
          )}
        </Show>
        <Show when={props.face}>
          {(face) => <OrbDial face={face()} lastActivity={props.lastActivity ?? 0} size={32} />}
        </Show>
        <div class="page-titles">
          <h1 class="page-title" tabindex="-1" dir="auto" title={props.title}>
            <RevealedText text={props.title} />
          </h1>
          <div class="page-facts">{props.children}</div>
        </div>
        {props.actions}
      </div>
      <div class="page-below">{props.below}</div>
    </header>
  )
}
