import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import ts from 'typescript'
import { expect, test } from 'vitest'

const client = join(import.meta.dirname, '..')

/** Attributes, and properties of our own parts, whose text a person sees or hears. */
const SPOKEN =
  /^(?:aria-(?:label|description|roledescription|valuetext|placeholder)|title|alt|placeholder|label|text|legend|hint|name)$/

/** What is the same in every language: our own name, an address, a command. */
const NAMES = new Set(['Perigee', '/pair', 'opencode acp'])

test('no part of the page holds a sentence of its own: all are words of words.ts', () => {
  const files = readdirSync(client, { recursive: true, encoding: 'utf8' }).filter(
    (file) => file.endsWith('.tsx') && !file.startsWith('gallery') && !file.endsWith('.test.tsx'),
  )
  expect(files.length).toBeGreaterThan(50)
  expect(files.flatMap(strayIn)).toEqual([])
})

test('a stray string is found wherever it can stand', () => {
  const found = (jsx: string): string[] => stray('x.tsx', `const x = (a) => ${jsx}`)
  for (const jsx of [
    '<p>Hello</p>',
    '<p>{"Hello"}</p>',
    '<p>{a ? b : `Hello ${a}`}</p>',
    '<p>{a && (b ?? "Hello")}</p>',
    '<Show when={a}>{(b) => `Hello ${b()}`}</Show>',
    '<i aria-label="Hello" />',
    '<Button label={a ? "Hello" : b} />',
  ])
    expect(found(jsx)).toHaveLength(1)
  expect(found('<p class="big one" title={words.x}>{words.y}{" · "}{a === "hello" ? 1 : 2}{say("hello")}</p>')).toEqual(
    [],
  )
})

function strayIn(file: string): string[] {
  return stray(relative(client, join(client, file)), readFileSync(join(client, file), 'utf8'))
}

function stray(name: string, source: string): string[] {
  const file = ts.createSourceFile(name, source, ts.ScriptTarget.Latest, true, ts.ScriptKind.TSX)
  const found: string[] = []
  const visit = (node: ts.Node): void => {
    if (ts.isJsxText(node)) note(node, node.text)
    if (ts.isJsxExpression(node) && !ts.isJsxAttribute(node.parent) && node.expression) check(node.expression)
    if (ts.isJsxAttribute(node) && SPOKEN.test(node.name.getText()) && node.initializer) check(node.initializer)
    ts.forEachChild(node, visit)
  }
  const note = (node: ts.Node, text: string): void => {
    if (!/\p{L}{2}/u.test(text) || NAMES.has(text.trim())) return
    const { line } = file.getLineAndCharacterOfPosition(node.getStart())
    found.push(`${name}:${line + 1} ${text.trim()}`)
  }
  /** Follows an expression to the texts that it can come to. */
  const check = (node: ts.Node): void => {
    if (ts.isStringLiteralLike(node)) note(node, node.text)
    else if (ts.isTemplateExpression(node)) {
      note(node, [node.head.text, ...node.templateSpans.map(({ literal }) => literal.text)].join(' '))
      for (const { expression } of node.templateSpans) check(expression)
    } else if (ts.isConditionalExpression(node)) [node.whenTrue, node.whenFalse].forEach(check)
    else if (ts.isBinaryExpression(node) && isChoice(node.operatorToken.kind)) [node.left, node.right].forEach(check)
    else if (ts.isParenthesizedExpression(node) || ts.isJsxExpression(node)) {
      if (node.expression) check(node.expression)
    } else if (ts.isArrowFunction(node)) check(node.body)
  }
  visit(file)
  return found
}

function isChoice(kind: ts.SyntaxKind): boolean {
  return [
    ts.SyntaxKind.AmpersandAmpersandToken,
    ts.SyntaxKind.BarBarToken,
    ts.SyntaxKind.QuestionQuestionToken,
    ts.SyntaxKind.PlusToken,
  ].includes(kind)
}
