import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Edge, Node } from '#contract/flow.ts'
import { makeEdge, makeNode } from '#flow/draft.ts'
import { outlineOf, rowKinds, type Outline } from './outline.ts'
import { edgesOf, pathsFrom } from './outline-paths.ts'

const node = (id: string, type = 'api', more: Partial<Node> = {}) => makeNode({ id, type, name: id, ...more })
const edge = (source: string, target: string, handle: string | null = null, label: string | null = null): Edge =>
  makeEdge({ id: `${source}-${target}-${handle}-${label}`, source, target, source_handle: handle, label })
const condition = (id: string, ...cases: string[]) =>
  node(id, 'condition', { config: { cases: cases.map((one) => ({ id: one, label: one })), else: false } })

/** The rows as lines, indented by two spaces per level. */
function lines(nodes: readonly Node[], edges: readonly Edge[]): string[] {
  return linesOf(outlineOf(nodes, edges), nodes)
}

function linesOf(outline: Outline, nodes: readonly Node[]): string[] {
  return Array.from({ length: outline.length }, (_row, row) => {
    const kind = rowKinds[outline.kind[row] ?? -1]
    const id = nodes[outline.node[row] ?? -1]?.id ?? ''
    const words = `${outline.label[row]}${outline.fault[row] === 1 ? '!' : ''}${id}`
    return `${'  '.repeat(outline.depth[row] ?? 0)}${kind === 'node' ? '' : `${kind} `}${words}`
  })
}

test('sequences are flat, branches are indented, joins and cycles become references', () => {
  const nodes = [
    node('start', 'trigger'),
    node('find'),
    condition('found?', 'yes', 'no', 'never'),
    node('look up'),
    node('tell'),
    node('ask'),
    node('old', 'code', { disabled: true }),
    node('paper', 'note'),
    node('frame', 'group'),
  ]
  const edges = [
    edge('start', 'find'),
    edge('find', 'found?'),
    edge('found?', 'look up', 'yes'),
    edge('look up', 'tell', 'out'),
    edge('look up', 'ask', 'error'),
    edge('found?', 'ask', 'no'),
    edge('ask', 'find'),
    edge('tell', 'tell'),
    edge('old', 'gone'),
  ]
  expect(lines(nodes, edges)).toEqual([
    'start',
    'find',
    'found?',
    '  branch yes',
    '    look up',
    '      branch out',
    '        tell',
    '        back tell',
    '      branch error!',
    '        ask',
    '        back find',
    '  branch no',
    '    onward ask',
    '  branch never',
    'heading Not reached from a start',
    '  old',
    '  missing gone',
    'heading Groups',
    '  frame',
    'heading Notes',
    '  paper',
  ])
})

test('two edges from the same output are numbered', () => {
  const nodes = [node('start', 'trigger'), node('a'), node('b'), condition('c', 'x'), node('d'), node('e')]
  const edges = [edge('start', 'a'), edge('start', 'b'), edge('b', 'c'), edge('c', 'd', 'x'), edge('c', 'e', 'x')]
  expect(lines(nodes, edges)).toEqual([
    'start',
    '  branch 1 of 2',
    '    a',
    '  branch 2 of 2',
    '    b',
    '    c',
    '      branch x, 1 of 2',
    '        d',
    '      branch x, 2 of 2',
    '        e',
  ])
})

test('attached nodes are listed under their agent, before the next step', () => {
  const nodes = [
    node('model', 'x.model'),
    node('start', 'trigger'),
    node('agent', 'agent'),
    node('tool', 'api'),
    node('end'),
  ]
  const edges = [
    edge('start', 'agent'),
    edge('agent', 'end'),
    edge('model', 'agent', 'ai_languageModel'),
    edge('tool', 'agent', 'ai_tool'),
  ]
  expect(lines(nodes, edges)).toEqual([
    'start',
    'agent',
    '  branch model',
    '    model',
    '  branch tool',
    '    tool',
    'end',
  ])
})

test('without a start, no heading for unreached nodes is added; cycles begin with their first node', () => {
  expect(lines([node('b'), node('c'), node('a')], [edge('a', 'b'), edge('b', 'c'), edge('c', 'b')])).toEqual([
    'a',
    'b',
    'c',
    'back b',
  ])
  expect(lines([node('a'), node('b')], [edge('a', 'b'), edge('b', 'a')])).toEqual(['a', 'b', 'back a'])
  expect(lines([], [])).toEqual([])
})

test('invalid flows: duplicate ids, edges to groups, names of Object.prototype', () => {
  const nodes = [node('start', 'trigger'), node('a'), node('a'), node('g', 'group'), node('__proto__')]
  expect(lines(nodes, [edge('start', 'a'), edge('a', 'g'), edge('nobody', 'a'), edge('g', 'a')])).toEqual([
    'start',
    'a',
    'onward g',
    'heading Not reached from a start',
    '  a',
    '  __proto__',
    'heading Groups',
    '  g',
  ])
})

const types = fc.constantFrom('trigger', 'api', 'api', 'condition', 'agent', 'foreign', 'note', 'group')
const graph = fc.array(types, { minLength: 1, maxLength: 9 }).chain((list) =>
  fc.record({
    nodes: fc.constant(list.map((type, index) => node(`n${index}`, type))),
    edges: fc.array(
      fc
        .tuple(
          fc.nat({ max: list.length }),
          fc.nat({ max: list.length }),
          fc.constantFrom(null, 'out', 'error', 'else', 'ai_tool', 'x'),
          fc.constantFrom(null, null, 'yes'),
        )
        .map(([from, to, handle, label]) => edge(`n${from}`, `n${to}`, handle, label)),
      { maxLength: 14 },
    ),
  }),
)

/** Reference implementation by recursion, from the starts of the outline. */
function byRecursion(
  nodes: readonly Node[],
  edges: readonly Edge[],
  roots: readonly { node: number; depth: number }[],
) {
  const all = edgesOf(nodes, edges)
  const seen = new Map<number, 'open' | 'done'>()
  const rows: string[] = []
  const addRow = (depth: number, words: string) => rows.push(`${'  '.repeat(depth)}${words}`)
  const visit = (target: number | string, depth: number): void => {
    if (typeof target === 'string') return void addRow(depth, `missing ${target}`)
    const one = nodes[target]
    if (one === undefined) return undefined
    const isApart = one.type === 'note' || one.type === 'group'
    if (isApart || seen.has(target))
      return void addRow(depth, `${seen.get(target) === 'open' ? 'back' : 'onward'} ${one.id}`)
    seen.set(target, 'open')
    addRow(depth, one.id)
    for (const { label, fault, targets } of pathsFrom(one, target, all)) {
      if (label !== null) addRow(depth + 1, `branch ${label}${fault ? '!' : ''}`)
      for (const next of targets) visit(next, label === null ? depth : depth + 2)
    }
    seen.set(target, 'done')
    return undefined
  }
  for (const { node: root, depth } of roots) if (!seen.has(root)) visit(root, depth)
  return rows
}

test('each node is listed once, rows are consistent, and the order is that of a recursive traversal', () => {
  fc.assert(
    fc.property(graph, ({ nodes, edges }) => {
      const outline = outlineOf(nodes, edges)
      const rows = [...outline.kind.keys()]
      const kindOf = (row: number) => rowKinds[outline.kind[row] ?? -1]
      const own = rows.filter((row) => kindOf(row) === 'node')
      expect(new Set(own.map((row) => outline.node[row]))).toEqual(new Set(nodes.keys()))
      expect(own).toHaveLength(nodes.length)
      expect(own.every((row) => outline.rowOf[outline.node[row] ?? -1] === row)).toBe(true)
      for (const row of rows) {
        const parent = outline.parent[row] ?? -1
        expect(outline.depth[row]).toBe(parent === -1 ? 0 : (outline.depth[parent] ?? 0) + 1)
        const siblings = rows.filter((other) => outline.parent[other] === parent)
        expect([outline.position[row], outline.setSize[row]]).toEqual([siblings.indexOf(row) + 1, siblings.length])
        const inside = rows.filter((other) => {
          for (let at = outline.parent[other] ?? -1; at !== -1; at = outline.parent[at] ?? -1)
            if (at === row) return true
          return false
        })
        expect(inside).toEqual(rows.slice(row + 1, outline.end[row]))
      }
      // Every root with its successors, compared with the recursive result.
      const headings = rows.filter((row) => kindOf(row) === 'heading')
      const nested = rows.filter(
        (row) =>
          kindOf(row) !== 'heading' && !['Groups', 'Notes'].includes(outline.label[outline.parent[row] ?? -1] ?? ''),
      )
      const roots = nested
        .filter((row) => kindOf(row) === 'node')
        .map((row) => ({ node: outline.node[row] ?? -1, depth: outline.depth[row] ?? 0 }))
      const said = linesOf(outline, nodes)
      expect(nested.map((row) => said[row])).toEqual(byRecursion(nodes, edges, roots))
      expect(headings.length).toBeLessThanOrEqual(3)
    }),
    { numRuns: 500 },
  )
})

test('children of a step are listed below it, named after their groups, before the next step', () => {
  const nodes = [
    node('start', 'trigger'),
    node('loop', 'loop'),
    node('one', 'api', { parent: 'loop' }),
    node('two', 'api', { parent: 'loop' }),
    node('errors', 'group', { parent: 'loop' }),
    node('sorry', 'api', { parent: 'errors' }),
    node('side', 'api', { parent: 'loop' }),
    node('end'),
  ]
  const edges = [edge('start', 'loop'), edge('one', 'two'), edge('loop', 'end')]
  expect(lines(nodes, edges)).toEqual([
    'start',
    'loop',
    '  branch inside, 1 of 2',
    '    one',
    '    two',
    '  branch inside, 2 of 2',
    '    side',
    '  branch errors!',
    '    sorry',
    'end',
    'heading Groups',
    '  errors',
  ])
})

const many = <T>(length: number, of: (index: number) => T) => Array.from({ length }, (_item, index) => of(index))

// Quadratic time would exceed the test's time limit.
test('deep and wide flows do not overflow the stack', () => {
  const chain = many(50_000, (index) => node(`n${index}`, index === 0 ? 'trigger' : 'api'))
  expect(
    outlineOf(
      chain,
      many(49_999, (index) => edge(`n${index}`, `n${index + 1}`)),
    ).depth.every((depth) => depth === 0),
  ).toBe(true)
  const stairs = many(50_000, (index) => (index === 0 ? node('n0', 'trigger') : condition(`n${index}`, 'yes')))
  const down = outlineOf(
    stairs,
    many(49_999, (index) => edge(`n${index}`, `n${index + 1}`, index === 0 ? null : 'yes')),
  )
  expect(Math.max(...down.depth.slice(-2))).toBe(2 * 49_998 + 1)
  const cases = many(5_000, (index) => `case ${index}`)
  const fan = [node('start', 'trigger'), condition('fan', ...cases), node('end')]
  const wide = outlineOf(fan, [edge('start', 'fan'), ...cases.map((one) => edge('fan', 'end', one))])
  expect(wide.length).toBe(2 + 5_000 * 2)
  const parallel = outlineOf(
    [node('a', 'trigger'), node('b')],
    many(100_000, () => edge('a', 'b')),
  )
  expect(parallel.length).toBe(1 + 200_000)
})

test('200,000 nodes with many cycles', { tags: 'all' }, () => {
  const large = many(200_000, (index) =>
    node(`n${index}`, index === 0 ? 'trigger' : index % 5 === 0 ? 'condition' : 'api'),
  )
  const edges = many(260_000, (index) => edge(`n${index % 200_000}`, `n${(index * 7 + 1) % 200_000}`))
  expect(outlineOf(large, edges).rowOf.every((row) => row >= 0)).toBe(true)
})
