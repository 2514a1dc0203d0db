import { readdirSync, readFileSync } from 'node:fs'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import type { FlowDraft } from '#flow/draft.ts'
import { readFlowFile } from '#flow/file/read.ts'
import { isRecord, type Json } from '#lib/json/json.ts'

const folder = new URL('../../test/fixtures/flows/', import.meta.url)
const textOf = (name: string): string => readFileSync(new URL(name, folder), 'utf8')

function fixture(name: string): FlowDraft[] {
  const result = readFlowFile({ name, text: textOf(name) })
  return result.ok ? result.flows : expect.fail(`${result.code}: ${result.message}`)
}

/** All readable fixtures. */
const fixtures = readdirSync(folder, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile() && !/SOURCES|EXPECT/.test(entry.name) && !entry.parentPath.endsWith('bad'))
  .map((entry) => `${entry.parentPath.replace(/\/$/, '')}/${entry.name}`.slice(folder.pathname.length))

test.each(fixtures)('%s: no secret is left, and reading the file again gives the same result', (name) => {
  const flows = fixture(name)
  expect(JSON.stringify(flows)).not.toMatch(/canary/i)
  expect(fixture(name)).toEqual(flows)
})

/** Values that may be found in damaged files. */
const invalidValues: readonly Json[] = [null, 0, -1.5, 'x', '', '__proto__', true, [], {}, [[]], [null, 3], { id: 'x' }]

/** A value with some of its parts replaced, removed or duplicated, according to `choice`. */
function damaged(value: Json, choice: () => number): Json {
  const act = choice() % 40
  if (act === 0) return invalidValues[choice() % invalidValues.length] ?? null
  if (Array.isArray(value))
    return value.flatMap((item) => {
      const made = damaged(item, choice)
      return act === 1 ? [] : act === 2 ? [made, made] : [made]
    })
  if (!isRecord(value)) return value
  const kept = Object.entries(value).filter(() => choice() % 30 !== 0)
  return Object.fromEntries(kept.map(([key, item]) => [key, damaged(item, choice)]))
}

/** Checks the guarantees of a reader: ids are unique and references exist. */
function expectConsistent({ nodes, edges }: FlowDraft): void {
  const ids = new Set(nodes.map(({ id }) => id))
  expect(ids.size).toBe(nodes.length)
  expect(new Set(edges.map(({ id }) => id)).size).toBe(edges.length)
  for (const { source, target } of edges) expect([ids.has(source), ids.has(target)]).toEqual([true, true])
  for (const { parent } of nodes) expect(parent === null || ids.has(parent)).toBe(true)
}

/** The parsed document of a fixture, JSON or YAML. */
const documentOf = (name: string): Json => (name.endsWith('json') ? JSON.parse(textOf(name)) : parse(textOf(name)))

test.each(fixtures)('%s, damaged: read or rejected without an exception', (name) => {
  const original = documentOf(name)
  const choices = fc.array(fc.nat(1000), { minLength: 40, maxLength: 400 })
  fc.assert(
    fc.property(choices, (list) => {
      let at = 0
      const document = damaged(original, () => list[at++] ?? 7)
      const result = readFlowFile({ name: 'damaged', text: JSON.stringify(document) })
      if (result.ok) result.flows.forEach(expectConsistent)
      else expect(result.message).toMatch(/\.$/)
    }),
    { numRuns: 300 },
  )
})

test.each(fixtures)('%s, with missing characters: read or rejected without an exception', (name) => {
  const original = textOf(name)
  fc.assert(
    fc.property(
      fc.nat(original.length),
      fc.nat(50),
      fc.constantFrom('', '"', '\n', '\t', '{', ']', ':', '- '),
      (at, gone, put) => {
        const result = readFlowFile({ name, text: original.slice(0, at) + put + original.slice(at + gone) })
        if (result.ok) result.flows.forEach(expectConsistent)
        else expect(result.message).toMatch(/\.$/)
      },
    ),
    { numRuns: 100 },
  )
})

const ends = fc.constantFrom('1', '2', '3', 'gone')
const graphs = fc.record({
  ids: fc.array(
    fc.constantFrom('1', '2', '3').map((id): string => id),
    { maxLength: 8 },
  ),
  links: fc.array(fc.tuple(ends, ends), { maxLength: 12 }),
})
/** The same graph in several formats. */
const written: readonly [string, (ids: string[], links: [string, string][]) => Json][] = [
  [
    'generic',
    (ids, links) => ({
      nodes: ids.map((id) => ({ id })),
      edges: links.map(([source, target]) => ({ source, target })),
    }),
  ],
  [
    'comfyui',
    (ids, links) => ({
      nodes: ids.map((id) => ({ id: Number(id), type: 'x' })),
      links: links.map(([from, to], id) => [id, from, 0, to, 0, 'X']),
    }),
  ],
  [
    'langflow',
    (ids, links) => ({
      data: { nodes: ids.map((id) => ({ id })), edges: links.map(([source, target]) => ({ source, target })) },
    }),
  ],
  [
    'dify',
    (ids, links) => ({
      app: {},
      kind: 'app',
      workflow: {
        graph: { nodes: ids.map((id) => ({ id })), edges: links.map(([source, target]) => ({ source, target })) },
      },
    }),
  ],
]

test.each(written)('%s: every node and edge of the file is read or reported', (format, write) => {
  fc.assert(
    fc.property(graphs, ({ ids, links }) => {
      const result = readFlowFile({ name: '', text: JSON.stringify(write(ids, links)) })
      if (!result.ok) expect.fail(result.message)
      const [flow] = result.flows
      if (flow === undefined) expect.fail('no flow')
      const known = links.filter((link) => link.every((end) => ids.includes(end)))
      expect([result.format, flow.nodes.length, flow.edges.length]).toEqual([format, ids.length, known.length])
      expect(flow.dangling).toHaveLength(links.length - known.length)
      expect(flow.changedIds.filter(({ kind }) => kind === 'node')).toHaveLength(ids.length - new Set(ids).size)
    }),
  )
})
