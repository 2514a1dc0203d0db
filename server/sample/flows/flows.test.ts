/** Sample flows: valid by the contract, without overlapping cards. */
import { expect, test } from 'vitest'
import { Edge, Node, Variable } from '#contract/flow.ts'
import { textOf } from '#lib/json/json.ts'
import { documentFacts } from '#server/store/flows/flow-document.ts'
import { readFlowPlan } from './flow-plan.ts'
import { designs } from './designs.ts'
import { documentOf } from './sample-document.ts'
import { sampleTools } from '#server/sample/tools.ts'
import { sampleChannels } from '#server/sample/channels.ts'
import { planIndexes, variantOf, variantPlan } from './flow-variants.ts'

const byHand = designs.map((design) => ({ name: design.key, document: documentOf(design) }))
const variants = planIndexes.map((index) => ({
  name: `plan ${index}`,
  document: documentOf({ ...variantOf(0), plan: variantPlan(index) }),
}))
const all = [...byHand, ...variants]
const nodeFields = ['id', 'type', 'name', 'position', 'size', 'parent', 'tool', 'config', 'disabled', 'notes']
const edgeFields = ['id', 'source', 'target', 'source_handle', 'target_handle', 'label', 'condition']

/** Boxes of cards on the canvas. Default size: 216 × 72, plus 24 for each output if there are several. */
function boxes({ nodes, edges }: (typeof all)[number]['document']) {
  const at = new Map(nodes.map((node) => [node.id, node]))
  return nodes.map((node) => {
    const { x = 0, y = 0 } = node.position ?? {}
    const parent = at.get(node.parent ?? '')?.position ?? { x: 0, y: 0 }
    const cases = node.config['cases']
    const used = new Set(edges.filter((edge) => edge.source === node.id).map((edge) => edge.source_handle)).size
    const ports = Array.isArray(cases) ? cases.length + 1 : used > 1 ? used : 0
    const { width, height } = node.size ?? { width: 216, height: 72 + 24 * ports }
    return {
      id: node.id,
      parent: node.parent,
      isGroup: node.type === 'group',
      left: x + parent.x,
      top: y + parent.y,
      right: x + parent.x + width,
      bottom: y + parent.y + height,
    }
  })
}

test('there are thirty hand-written flows with 3 to 400 nodes, in every status', () => {
  const counts = byHand.map(({ document }) => documentFacts(document).nodeCount)
  expect(counts).toHaveLength(30)
  expect([Math.min(...counts), Math.max(...counts)]).toEqual([3, 400])
  expect(new Set(designs.map((design) => design.key)).size).toBe(designs.length)
  expect(new Set(designs.map((design) => design.status))).toEqual(new Set(['active', 'paused', 'draft', 'archived']))
})

test.each(all)('nodes and edges of $name have the fields of the contract, in the same order', ({ document }) => {
  for (const node of document.nodes) expect(Object.keys(Node.parse(node))).toEqual(nodeFields)
  for (const edge of document.edges) expect(Object.keys(Edge.parse(edge))).toEqual(edgeFields)
  for (const variable of document.variables) Variable.parse(variable)
  expect(new Set(document.nodes.map((node) => node.id)).size).toBe(document.nodes.length)
  expect(new Set(document.edges.map((edge) => edge.id)).size).toBe(document.edges.length)
})

test.each(all)('edges of $name start at existing outputs', ({ document }) => {
  const outputs: Record<string, string[]> = { wait: ['out', 'timeout'], trigger: ['out'] }
  for (const edge of document.edges) {
    const source = document.nodes.find((node) => node.id === edge.source)
    const cases = source?.config['cases']
    const ids = Array.isArray(cases)
      ? cases.flatMap((each) => (typeof each === 'object' && each && 'id' in each ? [each['id']] : []))
      : []
    const allowed = source?.type === 'condition' ? [...ids, 'else'] : (outputs[source?.type ?? ''] ?? ['out', 'error'])
    expect(allowed).toContain(edge.source_handle)
  }
})

test.each(all)('cards of $name keep a distance of 64 horizontally or 40 vertically', ({ document }) => {
  const placed = boxes(document)
  for (const [index, one] of placed.entries()) {
    for (const other of placed.slice(index + 1)) {
      if (one.id === other.parent || other.id === one.parent) continue
      const apart =
        one.right + 64 <= other.left ||
        other.right + 64 <= one.left ||
        one.bottom + 40 <= other.top ||
        other.bottom + 40 <= one.top
      const framed = one.parent !== other.parent || one.isGroup || other.isGroup
      const clear =
        one.right <= other.left || other.right <= one.left || one.bottom <= other.top || other.bottom <= one.top
      expect({ one: one.id, other: other.id, fine: framed ? clear : apart }).toMatchObject({ fine: true })
    }
    const frame = placed.find((box) => box.id === one.parent)
    const fits =
      !frame ||
      (one.left >= frame.left && one.top >= frame.top && one.right <= frame.right && one.bottom <= frame.bottom)
    expect({ one: one.id, fits }).toMatchObject({ fits: true })
  }
})

test('flows only refer to existing tools, channels and flows, except one intentionally missing tool', () => {
  const tools = new Set(sampleTools.map((tool) => tool.key))
  const channels = new Set(['reply', ...sampleChannels.map((channel) => channel.key)])
  const flows = new Set(designs.map((design) => `flw_sample_${design.key}`))
  const missing = byHand.flatMap(({ document }) =>
    document.nodes.flatMap((node) => [
      ...(node.tool !== null && !tools.has(node.tool) ? [node.tool] : []),
      ...(typeof node.config['channel'] === 'string' && !channels.has(node.config['channel'])
        ? [node.config['channel']]
        : []),
      ...(node.type === 'subflow' && !flows.has(textOf(node.config['flow'])) ? [node.id] : []),
    ]),
  )
  expect(missing).toEqual(['usage_query'])
})

test('the flows include a loop, a disabled node, a note, an error branch and an unreachable node', () => {
  const nodes = byHand.flatMap(({ document }) => document.nodes)
  const [orderStatus] = byHand
  const copy = byHand.at(-1)
  expect(nodes.some((node) => node.disabled)).toBe(true)
  expect(nodes.some((node) => node.type === 'note')).toBe(true)
  expect(orderStatus?.document.edges.map((edge) => edge.id)).toEqual(
    expect.arrayContaining(['e_answer_out_find', 'e_lookup_error_person']),
  )
  expect(copy?.document.edges.some((edge) => edge.target === 'legacy')).toBe(false)
})

test.each([
  ['an unknown node type', 'cat a :: Name', 'Unknown type "cat"'],
  ['an edge to a missing node', 'say a :: A :: reply :: hello\na > b', 'has no node "b"'],
  [
    'an edge of a condition without a case',
    'if a :: A :: yes: true\nsay b :: B :: reply :: hello\na > b',
    'names no case of its condition',
  ],
  ['an invalid line', 'hello', 'Invalid line'],
])('a plan with %s is refused', (_what, plan, words) => {
  expect(() => readFlowPlan(plan, (key) => key)).toThrow(words)
})
