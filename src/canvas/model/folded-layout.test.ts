import { expect, test } from 'vitest'
import { overlappingPairs } from '#flow/place/overlapping-pairs.ts'
import { crossedCards } from '#test/support/crossed-cards.ts'
import { layOutSync } from '#test/support/lay-out-sync.ts'
import {
  agentChain,
  annotatedChain,
  branchingChain,
  chainOf,
  groupedChain,
  loopingChain,
  skippingChain,
  type LongFlow,
} from '#test/support/long-flows.ts'
import type { CanvasGraph, CanvasNode } from './canvas-graph.ts'
import type { Placement } from './placement.ts'

const layOut = (flow: LongFlow, placement: Placement): CanvasGraph => layOutSync({ ...flow, validation: [] }, placement)
const aspectOf = ({ bounds }: CanvasGraph): number => bounds.width / bounds.height
const cardsOf = ({ nodes }: CanvasGraph): CanvasNode[] => nodes.filter(({ kind }) => kind !== 'group')
const boxOf = ({ nodes }: CanvasGraph, id: string) => nodes.find(({ key }) => key === id)?.box ?? expect.fail(id)

const overlaps = (cards: readonly CanvasNode[]): number => {
  const column = (side: 'x' | 'y' | 'width' | 'height') => Float64Array.from(cards, ({ box }) => box[side])
  const boxes = { x: column('x'), y: column('y'), width: column('width'), height: column('height') }
  return overlappingPairs(boxes, { x: 0, y: 0 }).length
}

const longFlows: [string, LongFlow, number][] = [
  ['a chain of 10', chainOf(10), 0],
  ['a chain of 25', chainOf(25), 0],
  ['a chain of 60', chainOf(60), 0],
  ['a chain of 300', chainOf(300), 0],
  ['a chain of 400, more cards than edges avoid elsewhere', chainOf(400), 0],
  ['branches that join', branchingChain(40), 0],
  ['two loops back', loopingChain(30), 2],
  ['groups', groupedChain(40), 0],
  ['notes', annotatedChain(30), 0],
  ['agents with parts', agentChain(24), 0],
  ['agents at the ends of rows', agentChain(24, 2), 0],
  ['edges that skip rows', skippingChain(90), 0],
]

test.each(longFlows)('%s: folded to about the shape of a window, with edges beside the cards', (_, flow, loops) => {
  const graph = layOut(flow, 'folded')
  expect(graph.isFolded).toBe(true)
  expect(aspectOf(graph)).toBeGreaterThan(1.6 / 1.4)
  expect(aspectOf(graph)).toBeLessThan(1.6 * 1.4)
  expect(overlaps(cardsOf(graph))).toBe(0)
  expect(crossedCards(graph)).toEqual([])
  expect(graph.edges.filter(({ course }) => course.back)).toHaveLength(loops)
  // In every row the next step is to the right, on the same level, or at the left of the next row.
  expect(new Set(cardsOf(graph).map(({ box }) => box.x)).size).toBeLessThan(flow.nodes.length)
})

test.each([10, 25, 60, 300])('a chain of %i has the number of rows that is nearest to a window', (count) => {
  const graph = layOut(chainOf(count), 'folded')
  const misfit = (aspect: number) => Math.abs(Math.log(aspect / 1.6))
  const { height } = boxOf(graph, 'n0')
  const shapes = Array.from({ length: count }, (_, index) => {
    const [columns, rows] = [index + 1, Math.ceil(count / (index + 1))]
    return (columns * 312 - 96) / (rows * (height + 96) - 96)
  })
  expect(misfit(aspectOf(graph))).toBeCloseTo(Math.min(...shapes.map(misfit)), 6)
})

test('a group is in one row, and the parts of an agent are in the row of the agent', () => {
  const grouped = layOut(groupedChain(40), 'folded')
  for (const group of ['g0', 'g1', 'g2', 'g3'])
    expect(boxOf(grouped, group)).toMatchObject({ width: 4 * 312 - 96 + 48, height: boxOf(grouped, 'g0').height })
  const withAgents = layOut(agentChain(24), 'folded')
  for (const { edge } of withAgents.edges.filter(({ course }) => course.attached)) {
    const [part, owner] = [boxOf(withAgents, edge.source), boxOf(withAgents, edge.target)]
    expect(part.y - owner.y - owner.height).toBe(56)
    expect(Math.abs(part.x - owner.x)).toBeLessThanOrEqual(128)
  }
})

test.each(['right', 'down', 'folded'] as const)(
  'edges lead around the parts of agents in the layout "%s"',
  (placement) => {
    const graph = layOut(agentChain(24, 2), placement)
    expect(overlaps(cardsOf(graph))).toBe(0)
    expect(crossedCards(graph)).toEqual([])
  },
)

test('only a long, thin flow is folded automatically, and never one with positions', () => {
  expect(layOut(chainOf(25), 'auto').isFolded).toBe(true)
  expect(layOut(chainOf(10), 'auto')).toEqual(layOut(chainOf(10), 'right'))
  expect(layOut(chainOf(25), 'right').isFolded).toBe(false)
  const { nodes, edges } = chainOf(25)
  const placed = nodes.map((node, index) => ({ ...node, position: { x: index * 312, y: 0 } }))
  const given = layOut({ nodes: placed, edges }, 'given')
  expect(given.nodes.map(({ box }) => box.x)).toEqual(placed.map(({ position }) => position.x))
})

/** Several flows in one, with the number of the flow before each id. */
function together(flows: readonly LongFlow[]): LongFlow {
  const parts = flows.map(({ nodes, edges }, flow) => {
    const idOf = (id: string) => (flow === 0 ? id : `${flow} ${id}`)
    return {
      nodes: nodes.map((node) => ({ ...node, id: idOf(node.id) })),
      edges: edges.map((edge) => ({
        ...edge,
        id: idOf(edge.id),
        source: idOf(edge.source),
        target: idOf(edge.target),
      })),
    }
  })
  return { nodes: parts.flatMap(({ nodes }) => nodes), edges: parts.flatMap(({ edges }) => edges) }
}

test.each([12, 20, 40, 70])('nothing is beside the rows of a folded chain of %i', (count) => {
  const small = Array.from({ length: 12 }, () => chainOf(2))
  const graph = layOut(together([loopingChain(count), ...small]), 'folded')
  const { x, y } = boxOf(graph, `n0`)
  const end = boxOf(graph, `n${count - 1}`)
  for (const { key, box } of graph.nodes)
    if (key.includes(' ')) expect(box.y + box.height < y || box.y > end.y).toBe(true)
  expect(x).toBe(0)
  expect(crossedCards(graph)).toEqual([])
})

test('two long chains are folded one below the other', () => {
  const graph = layOut(together([chainOf(40), chainOf(30)]), 'auto')
  expect(graph.isFolded).toBe(true)
  expect(boxOf(graph, '1 n0').x).toBe(0)
  expect(boxOf(graph, '1 n0').y).toBeGreaterThan(boxOf(graph, 'n39').y)
  expect(crossedCards(graph)).toEqual([])
})
