/** What a line of prose is made of. */
export type Inline =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'code'; readonly text: string }
  | { readonly type: 'strong'; readonly children: readonly Inline[] }
  | { readonly type: 'em'; readonly children: readonly Inline[] }
  | { readonly type: 'del'; readonly children: readonly Inline[] }
  /** `host` is set where the words of the link do not name it: the reader must see where it leads. */
  | { readonly type: 'link'; readonly href: string; readonly host: string | null; readonly children: readonly Inline[] }
  | { readonly type: 'break' }

/** An item of a list; `checked` is null where it is no task. */
export interface ListItem {
  readonly checked: boolean | null
  readonly children: readonly Block[]
}

/** A block of a message, ready to be made into elements. Nothing here is markup. */
export type Block =
  | { readonly type: 'paragraph'; readonly children: readonly Inline[] }
  | { readonly type: 'heading'; readonly level: number; readonly children: readonly Inline[] }
  | { readonly type: 'code'; readonly text: string; readonly language: string }
  | { readonly type: 'quote'; readonly children: readonly Block[] }
  | { readonly type: 'list'; readonly start: number | null; readonly items: readonly ListItem[] }
  | {
      readonly type: 'table'
      readonly header: readonly (readonly Inline[])[]
      readonly rows: readonly (readonly (readonly Inline[])[])[]
    }
  | { readonly type: 'rule' }
  /** What is shown as it came: HTML, and what nests too deep to be worth drawing. */
  | { readonly type: 'verbatim'; readonly text: string }
