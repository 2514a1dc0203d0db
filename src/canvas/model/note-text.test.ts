import { expect, test } from 'vitest'
import type { JsonRecord } from '#lib/json/json.ts'
import { makeNode } from '#flow/draft.ts'
import { nodeTitle, noteSize, noteSizeInNewLayout, noteText } from './note-text.ts'

const note = (config: JsonRecord, size: { width: number; height: number } | null = null) =>
  makeNode({ id: 'n', type: 'note', name: 'Sticky note', config, size })

test('in a new layout, a note is as large as its text needs, within limits', () => {
  const short = noteSizeInNewLayout(note({ text: 'Runs at night' }, { width: 2000, height: 900 }), 216)
  expect(short).toEqual({ width: 320, height: 43 })
  expect(noteSizeInNewLayout(note({ text: 'one\ntwo\nthree' }), 216)).toEqual({ width: 216, height: 93 })
  expect(noteSizeInNewLayout(note({ text: 'word '.repeat(5000) }), 216)).toEqual({ width: 216, height: 188 })
})

test('a note without a size is as high as its text, and wider if the text is long', () => {
  expect(noteSize(note({ text: 'Set-up' }), 216)).toEqual({ width: 216, height: 43 })
  expect(noteSize(note({ text: 'word '.repeat(100) }), 216)).toEqual({ width: 320, height: 205 })
  expect(noteSize(note({ text: 'word '.repeat(5000) }), 216)).toEqual({ width: 320, height: 426 })
})

test('an escaped line break in a Node-RED name becomes a line break', () => {
  expect(noteText(note({ text: 'Updated 2026 \\n Tested in C:\\new' }))).toBe('Updated 2026\nTested in C:\\new')
})

test('a note shows its text without heading marks, or its name if it has no text', () => {
  expect(noteText(note({ text: '## Read this\n# first' }))).toBe('Read this\nfirst')
  expect(noteText(note({}))).toBe('Sticky note')
})

test('a note is called by its first words, another node by its name or, without one, by its id', () => {
  expect(nodeTitle(note({ text: '\n## **Add** a video\nHow to' }))).toBe('Add a video')
  expect(nodeTitle(note({}))).toBe('Sticky note')
  expect(nodeTitle(note({ text: ' \n ' }))).toBe('n')
  expect(nodeTitle(makeNode({ id: 'a', type: 'api', name: 'Call' }))).toBe('Call')
  expect(nodeTitle(makeNode({ id: 'a', type: 'api', name: '   ' }))).toBe('a')
})

test('a note shows code without its backticks, apart from blocks of code', () => {
  expect(noteText(note({ text: 'Uses the `vendor` node and `a * b`.' }))).toBe('Uses the vendor node and a * b.')
  expect(noteText(note({ text: '```\na `b\n```' }))).toBe('```\na `b\n```')
})

test('a note shows the text of links, bold words and emphasis', () => {
  expect(noteText(note({ text: 'See [the **long** guide](https://example.com/a_b) and ![a map](./map.png).' }))).toBe(
    'See the long guide and a map.',
  )
  expect(noteText(note({ text: '### *Providers:*\n*one* or **two**: *three*' }))).toBe('Providers:\none or two: three')
  expect(noteText(note({ text: '* a\n* b * 2\n2*3*4' }))).toBe('* a\n* b * 2\n2*3*4')
  expect(noteText(note({ text: '2 ** 3 and call[0](x) stay, [so](does this)' }))).toBe(
    '2 ** 3 and call[0](x) stay, [so](does this)',
  )
})
