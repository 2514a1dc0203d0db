import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Edge, Finding, Node } from '#contract/flow.ts'
import { makeEdge, makeNode } from '#flow/draft.ts'
import { findNodes, FlowSearch } from './find.ts'
import { foldText, parseFind } from './find-query.ts'

const nobody = new Set<string>()
const node = (id: string, type: string, more: Partial<Node> = {}) => makeNode({ id, type, name: id, ...more })
const edge = (source: string, target: string): Edge => makeEdge({ id: `${source}-${target}`, source, target })
const finding = (id: string, level: Finding['level']): Finding => ({ level, code: 'x', message: 'x', node_id: id })

const flow = {
  nodes: [
    node('start', 'trigger', { config: { kind: 'message', channel: 'whatsapp' } }),
    node('lookup', 'api', { name: 'Auftrag suchen', tool: 'orders_api', config: { url: '{{ vars.base }}/v2' } }),
    node('ask', 'agent', { config: { tools: ['orders_api', 'crm'], prompt: 'Grüße {{ secrets.model_key }}' } }),
    node('old', 'code', { disabled: true, notes: 'Отключено', config: { deep: [{ very: { deep: 4711 } }] } }),
    node('alone', 'apiary', { config: { on: true, nothing: null } }),
    node('more', 'subflow', { config: { flow: 'flow_returns' } }),
    node('paper', 'note', { config: { text: 'A note of vars.base' } }),
  ],
  edges: [edge('start', 'lookup'), edge('lookup', 'ask'), edge('ask', 'more'), edge('old', 'ask')],
  validation: [finding('lookup', 'info'), finding('ask', 'warning'), finding('more', 'error')],
}
const search = new FlowSearch(flow)
const found = (query: string, changed = nobody) =>
  findNodes(search, parseFind(query), changed).map((index) => flow.nodes[index]?.id)

test('a complete name matches exactly, a part of a name all names that contain it', () => {
  expect(found('type:api')).toEqual(['lookup'])
  expect(found('type:ap')).toEqual(['lookup', 'alone'])
  expect(found('tool:orders_api')).toEqual(['lookup', 'ask'])
  expect(found('-type:api -type:note tool:crm')).toEqual(['ask'])
})

test('"uses:" finds references in the config', () => {
  expect(found('uses:base')).toEqual(['lookup', 'paper'])
  expect(found('uses:model_key')).toEqual(['ask'])
  expect(found('uses:whatsapp')).toEqual(['start'])
  expect(found('uses:flow_returns')).toEqual(['more'])
  expect(found('uses:crm')).toEqual(['ask'])
})

test('"is:" finds nodes by state', () => {
  expect(found('is:disabled')).toEqual(['old'])
  expect(found('is:problem')).toEqual(['ask', 'more'])
  expect(found('is:changed')).toEqual([])
  expect(found('is:changed', new Set(['alone', 'gone']))).toEqual(['alone'])
  // A node of unknown type without incoming edges may be a trigger in its product; a disabled node is disabled on
  // purpose.
  expect(found('is:unreachable')).toEqual([])
})

test('text is found in any field and script, ignoring case and accents', () => {
  expect(found('GRUSSE')).toEqual(['ask'])
  expect(found('gruße')).toEqual(['ask'])
  expect(found('AUFTRAG')).toEqual(['lookup'])
  expect(found('отключено')).toEqual(['old'])
  expect(found('4711')).toEqual(['old'])
  expect(found('very')).toEqual(['old'])
  expect(found('true')).toEqual(['alone'])
  expect(found('"a note of"')).toEqual(['paper'])
  expect(found('note "of a"')).toEqual([])
  expect(found('config')).toEqual([])
})

test('an empty query finds all nodes, in the order of the flow', () => {
  expect(found('')).toEqual(flow.nodes.map(({ id }) => id))
  expect(found('-is:disabled')).toEqual(flow.nodes.flatMap(({ id }) => (id === 'old' ? [] : id)))
})

test('more than a hundred unreachable nodes are all found', () => {
  const nodes = [node('start', 'trigger'), ...Array.from({ length: 250 }, (_, index) => node(`n${index}`, 'api'))]
  const own = new FlowSearch({ nodes, edges: [], validation: [] })
  expect(findNodes(own, parseFind('is:unreachable'), nobody)).toHaveLength(250)
})

/** All text in a value, by recursion. */
function textsIn(value: unknown): string[] {
  if (value === null || value === undefined) return []
  if (typeof value !== 'object') return [JSON.stringify(value).replace(/^"(.*)"$/s, '$1')]
  return Object.entries(value).flatMap(([key, own]) => [...(Array.isArray(value) ? [] : [key]), ...textsIn(own)])
}

const word = fc.constantFrom('Ä', 'a', 'b', 'api', 'ap', 'x y', 'ÀB', 'tool', '__proto__', '<img onerror>', '')
const nodeOf = fc.record({
  type: word,
  name: word,
  tool: fc.option(word),
  notes: word,
  disabled: fc.boolean(),
  config: fc.dictionary(
    word,
    fc.letrec((tie) => ({
      value: fc.oneof(
        { depthSize: 'small' },
        word,
        fc.integer(),
        fc.boolean(),
        fc.constant(null),
        fc.array(tie('value')),
        fc.dictionary(word, tie('value')),
      ),
    })).value,
  ),
})
const termOf = fc.record({
  negated: fc.boolean(),
  operator: fc.constantFrom('', 'type:', 'tool:'),
  value: word.filter((text) => text !== ''),
})

test('search finds the same nodes as a plain filter', () => {
  fc.assert(
    fc.property(fc.array(nodeOf, { maxLength: 12 }), fc.array(termOf, { maxLength: 3 }), (list, terms) => {
      const nodes = list.map((fields, index) => {
        const { config, ...rest } = fields
        return makeNode({ id: `n${index}`, ...rest, config: JSON.parse(JSON.stringify(config)) })
      })
      const texts = nodes.map(({ id, type, name, tool, notes, config }) =>
        [id, type, name, tool ?? '', notes, ...textsIn(config)].map(foldText),
      )
      const namesOf = (one: Node, operator: string) =>
        (operator === 'type:' ? [one.type] : [one.tool ?? ''])
          .map(foldText)
          .filter((name) => operator === 'type:' || name !== '')
      const expected = nodes.flatMap((one, index) => {
        const isFound = terms.every(({ negated, operator, value }) => {
          const term = foldText(value)
          const all = new Set(nodes.flatMap((other) => namesOf(other, operator)))
          const has =
            operator === ''
              ? (texts[index] ?? []).some((text) => text.includes(term))
              : namesOf(one, operator).some((name) => (all.has(term) ? name === term : name.includes(term)))
          return has !== negated
        })
        return isFound ? [index] : []
      })
      const query = terms.map(({ negated, operator, value }) => `${negated ? '-' : ''}${operator}"${value}"`).join(' ')
      expect(findNodes(new FlowSearch({ nodes, edges: [], validation: [] }), parseFind(query), nobody)).toEqual(
        expected,
      )
    }),
    { numRuns: 300 },
  )
})

// Quadratic time would exceed the test's time limit.
test('large flows and large configs are searched in linear time', () => {
  const large = Array.from({ length: 200_000 }, (_, index) =>
    node(`node_${index}`, index % 7 === 0 ? 'api' : 'code', {
      config: { url: `https://example.com/${index}`, retry: { times: 2 } },
    }),
  )
  const own = new FlowSearch({ nodes: large, edges: [], validation: [] })
  expect(findNodes(own, parseFind('type:api https "times"'), nobody)).toHaveLength(Math.ceil(200_000 / 7))
  expect(findNodes(own, parseFind('example.com/199999'), nobody)).toEqual([199_999])
  const megabytes = node('big', 'code', { config: { source: `${'ä lot of text '.repeat(150_000)} needle` } })
  expect(
    findNodes(new FlowSearch({ nodes: [megabytes], edges: [], validation: [] }), parseFind('NEEDLE'), nobody),
  ).toEqual([0])
})
