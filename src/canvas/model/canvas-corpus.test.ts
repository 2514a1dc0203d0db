/** Real files of other products on the canvas, if they are available: in FLOW_CORPUS, else beside this folder. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { overlappingPairs } from '#flow/place/overlapping-pairs.ts'
import { readFlowFile } from '#flow/file/read.ts'
import type { CanvasNode } from './canvas-graph.ts'
import { crossedCards } from '#test/support/crossed-cards.ts'
import { layOutSync } from '#test/support/lay-out-sync.ts'
import { isContainer } from './card-shape.ts'

const corpus = process.env['FLOW_CORPUS'] ?? '../shared/templates'
const folders = (existsSync(corpus) ? readdirSync(corpus, { withFileTypes: true }) : [])
  .filter((entry) => entry.isDirectory() && entry.name !== 'bad')
  .map(({ name }) => join(corpus, name))
const files = folders.flatMap((folder) => readdirSync(folder).map((name) => join(folder, name)))

const overlapsAmong = (cards: readonly CanvasNode[]): string[] => {
  const column = (side: 'x' | 'y' | 'width' | 'height') => Float64Array.from(cards, ({ box }) => box[side])
  const pairs = overlappingPairs(
    { x: column('x'), y: column('y'), width: column('width'), height: column('height') },
    { x: 0, y: 0 },
  )
  const nameOf = (at: number) => cards[pairs[at] ?? -1]?.node.name ?? ''
  return pairs.flatMap((_, at) => (at % 2 === 0 ? `${nameOf(at)} × ${nameOf(at + 1)}` : []))
}

test.runIf(files.length > 0).each(files)("%s: no card covers another, at the file's positions and laid out", (file) => {
  const read = readFlowFile({ name: file, bytes: readFileSync(file) })
  if (!read.ok) expect.fail(read.message)
  for (const flow of read.flows)
    for (const placement of ['given', 'right', 'folded'] as const) {
      const graph = layOutSync({ ...flow, validation: [] }, placement)
      const cards = graph.nodes.filter((one) => one.kind !== 'group' && one.kind !== 'note' && !isContainer(one))
      expect(overlapsAmong(cards)).toEqual([])
    }
})

/** With more cards, edges within a row run straight beneath the cards. */
const maxAvoided = 300

test.runIf(files.length > 0).each(files)('%s: folded, no edge of a run crosses a card', (file) => {
  const read = readFlowFile({ name: file, bytes: readFileSync(file) })
  if (!read.ok) expect.fail(read.message)
  for (const flow of read.flows.filter(({ nodes }) => nodes.length <= maxAvoided)) {
    const graph = layOutSync({ ...flow, validation: [] }, 'folded')
    // A part that two agents share hangs below one of them, and its other line may pass cards.
    expect(crossedCards({ ...graph, edges: graph.edges.filter(({ course }) => !course.attached) })).toEqual([])
  }
})
