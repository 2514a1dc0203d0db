/** The console and the documents use the same name for every format. */
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
/** Whether a text contains a title as whole words: "Similar" does not contain "Sim". */
const names = (text: string, title: string) =>
  new RegExp(String.raw`(?<!\w)${title.replaceAll(/[()]/g, String.raw`\$&`)}(?!\w)`, 'i').test(
    text.replaceAll(/\s+/g, ' '),
  )

test.each(['README.md', 'docs/templates.md'])('%s names every importable format', (path) => {
  const text = document(path)
  expect(formats.filter(([, { title }]) => !names(text, title)).map(([id]) => id)).toEqual([])
})

test('docs/formats.md has exactly one section for each format, with its title', () => {
  const [, ...sections] = document('docs/formats.md').split(/^## /m)
  const byId = new Map(sections.map((section) => [section.slice(0, section.indexOf('\n')), section]))
  byId.delete('Common rules')
  expect([...byId.keys()].toSorted()).toEqual(formats.map(([id]) => id).toSorted())
  expect(formats.filter(([id, { title }]) => !names(byId.get(id) ?? '', title)).map(([id]) => id)).toEqual([])
})

test('a sentence lists the importable files', () => {
  expect(importableFiles()).toMatch(
    /^Flow templates, and flows of n8n, Node-RED, (?:\w+, )+\w+ and \w+, or an Obsidian canvas\.$/,
  )
})

test('the title of an unknown format is its id, and its flows count as converted', () => {
  expect(formatTitle('constructor')).toBe('constructor')
  expect(convertedFrom('constructor')).toBe('constructor')
  expect([convertedFrom('comfyui-api'), convertedFrom('generic')]).toEqual(['ComfyUI (API form)', null])
})

test('format-specific file extensions are listed, and YAML extensions are recognised', () => {
  expect(formatEndings).toEqual(['.rivet-project', '.rivet-graph', '.canvas'])
  const asked = ['a.YAML', 'a.yml', 'Talk.Rivet-Project', 'a.canvas', 'a.json', 'yaml']
  expect(asked.map(isYamlName)).toEqual([true, true, true, false, false, false])
})
