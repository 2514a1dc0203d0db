/** The console and the documents name every format alike. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import {
  convertedFrom,
  formatEndings,
  formatTitle,
  formatTitles,
  importableFiles,
  isYamlName,
} from './format-titles.ts'

const formats = Object.entries(formatTitles)
const document = (path: string) => readFileSync(join(import.meta.dirname, '../..', path), 'utf8')
/** Whole words: "Sim" is not in "Similar". */
const names = (text: string, title: string) =>
  new RegExp(String.raw`(?<!\w)${title.replaceAll(/[()]/g, String.raw`\$&`)}(?!\w)`, 'i').test(
    text.replaceAll(/\s+/g, ' '),
  )

test.each(['README.md', 'docs/templates.md'])('%s names every format that can be imported', (path) => {
  const text = document(path)
  expect(formats.filter(([, { title }]) => !names(text, title)).map(([id]) => id)).toEqual([])
})

test('docs/formats.md has a section for each format, which names it, and none for another', () => {
  const [, ...sections] = document('docs/formats.md').split(/^## /m)
  const byId = new Map(sections.map((section) => [section.slice(0, section.indexOf('\n')), section]))
  byId.delete('Common rules')
  expect([...byId.keys()].toSorted()).toEqual(formats.map(([id]) => id).toSorted())
  expect(formats.filter(([id, { title }]) => !names(byId.get(id) ?? '', title)).map(([id]) => id)).toEqual([])
})

test('a sentence lists what can be imported', () => {
  expect(importableFiles()).toMatch(
    /^Flow templates, and flows of n8n, Node-RED, (?:\w+, )+\w+ and \w+, or an Obsidian canvas\.$/,
  )
})

test('a format that is not known has its own name, and counts as converted', () => {
  expect(formatTitle('constructor')).toBe('constructor')
  expect(convertedFrom('constructor')).toBe('constructor')
  expect([convertedFrom('comfyui-api'), convertedFrom('generic')]).toEqual(['ComfyUI (API form)', null])
})

test('endings of formats are offered, and some are YAML', () => {
  expect(formatEndings).toEqual(['.rivet-project', '.rivet-graph', '.canvas'])
  const asked = ['a.YAML', 'a.yml', 'Talk.Rivet-Project', 'a.canvas', 'a.json', 'yaml']
  expect(asked.map(isYamlName)).toEqual([true, true, true, false, false, false])
})
