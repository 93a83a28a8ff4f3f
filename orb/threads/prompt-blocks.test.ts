import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { Attachment } from '../../shared/commands/attachments.ts'
import { testFolder } from '../testing/folder.ts'
import { attachmentBlocks, mentionsIn } from './prompt-blocks.ts'

const file = (name: string, mediaType: string): Attachment => ({ sha256: 'a'.repeat(64), bytes: 3, mediaType, name })
const WORKSPACE = '/workspace'
const ways = (text: string) => ({
  fetch: () => Promise.resolve(Buffer.from(text)),
  write: ({ name }: Attachment) => Promise.resolve(`.perigee/${name}`),
})
const ALL = { images: true, files: true }

test('files of the workspace that a prompt mentions become links, and nothing else does', async () => {
  const cwd = testFolder()
  mkdirSync(join(cwd, 'src'))
  for (const name of ['README.md', 'src/my parser.ts']) writeFileSync(join(cwd, name), 'x')
  const text = 'see @README.md, @"src/my parser.ts" and @README.md; not @src, @../etc/passwd, a@README.md or @anna'
  const links = await mentionsIn(text, cwd)
  expect(links.map((link) => 'name' in link && link.name)).toEqual(['README.md', 'src/my parser.ts'])
  expect(links[1]).toMatchObject({ type: 'resource_link', uri: expect.stringContaining('/src/my%20parser.ts') })
  expect(await mentionsIn('/story @README.md', cwd)).toEqual([])
})

test('a picture goes as one, a text as itself, anything else as bytes', async () => {
  const both = [file('a.png', 'image/png'), file('b.txt', 'text/plain')]
  const [png, text] = await attachmentBlocks(both, ALL, WORKSPACE, ways('abc'))
  expect(png).toEqual({ type: 'image', mimeType: 'image/png', data: 'YWJj' })
  expect(text).toMatchObject({ type: 'resource', resource: { mimeType: 'text/plain', text: 'abc' } })
  const [zip] = await attachmentBlocks([file('c.zip', 'application/zip')], ALL, WORKSPACE, ways('a\0c'))
  expect(zip).toMatchObject({ resource: { blob: 'YQBj' } })
  // A name is a name and nothing more, whatever stands in it.
  const hostile = file('../\uD800?#\n.txt', 'text/plain')
  const [odd] = await attachmentBlocks([hostile], ALL, WORKSPACE, ways('abc'))
  expect(odd).toMatchObject({ resource: { uri: 'attachment:///..%2F%EF%BF%BD%3F%23%0A.txt' } })
})

test('a drawing is no picture, and one that an agent takes as none goes as a file', async () => {
  const svg = file('a.svg', 'image/svg+xml')
  const [block] = await attachmentBlocks([svg], ALL, WORKSPACE, ways('<svg/>'))
  expect(block).toMatchObject({ type: 'resource', resource: { text: '<svg/>' } })
  const takes = { images: false, files: true }
  const [png] = await attachmentBlocks([file('a.png', 'image/png')], takes, WORKSPACE, ways('a\0c'))
  expect(png).toMatchObject({ type: 'resource', resource: { blob: 'YQBj' } })
})

test('what an agent does not take lies in its workspace, and it is given a link', async () => {
  const files = [file('a.png', 'image/png'), file('b.txt', 'text/plain')]
  const takes = { images: true, files: false }
  const [png, link] = await attachmentBlocks(files, takes, WORKSPACE, ways('abc'))
  expect(png).toMatchObject({ type: 'image' })
  expect(link).toEqual({ type: 'resource_link', uri: 'file:///workspace/.perigee/b.txt', name: '.perigee/b.txt' })
  const full = { ...ways('abc'), write: () => Promise.resolve(null) }
  await expect(attachmentBlocks(files, takes, WORKSPACE, full)).rejects.toThrow('"b.txt" could not be written')
})
