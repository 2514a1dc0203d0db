import { expect, test } from 'vitest'
import type { JsonRecord } from '#lib/json.ts'
import { makeNode } from '#flow/draft.ts'
import { noteSizeAnew, noteText } from './note-text.ts'

const note = (config: JsonRecord, size: { width: number; height: number } | null = null) =>
  makeNode({ id: 'n', type: 'note', name: 'Sticky note', config, size })

test('paper is as large as its text needs, and never larger than what can stand beside a step', () => {
  const short = noteSizeAnew(note({ text: 'Runs at night' }, { width: 2000, height: 900 }), 216)
  expect(short).toEqual({ width: 320, height: 35 })
  expect(noteSizeAnew(note({ text: 'one\ntwo\nthree' }), 216)).toEqual({ width: 216, height: 69 })
  expect(noteSizeAnew(note({ text: 'word '.repeat(5000) }), 216)).toEqual({ width: 216, height: 188 })
})

test('a note shows its text without the marks of headings, else its name', () => {
  expect(noteText(note({ text: '## Read this\n# first' }))).toBe('Read this\nfirst')
  expect(noteText(note({}))).toBe('Sticky note')
})
