import ArrowRightLeft from 'lucide-solid/icons/arrow-right-left'
import Brain from 'lucide-solid/icons/brain'
import FileText from 'lucide-solid/icons/file-text'
import FileX from 'lucide-solid/icons/file-x'
import Globe from 'lucide-solid/icons/globe'
import Pencil from 'lucide-solid/icons/pencil'
import Search from 'lucide-solid/icons/search'
import SquareTerminal from 'lucide-solid/icons/square-terminal'
import ToggleRight from 'lucide-solid/icons/toggle-right'
import Wrench from 'lucide-solid/icons/wrench'
import type { Component, JSX } from 'solid-js'
import { Dynamic } from 'solid-js/web'
import { ownValue } from '../ui/own-value.ts'

const icons: Readonly<Record<string, Component<{ class?: string }>>> = {
  read: FileText,
  edit: Pencil,
  delete: FileX,
  move: ArrowRightLeft,
  search: Search,
  execute: SquareTerminal,
  think: Brain,
  fetch: Globe,
  switch_mode: ToggleRight,
}

/** The icon of a tool's kind, in ACP's words; a wrench for any other. */
export function ToolIcon(props: { readonly toolKind: string }): JSX.Element {
  return <Dynamic component={ownValue(icons, props.toolKind) ?? Wrench} class="icon" />
}
