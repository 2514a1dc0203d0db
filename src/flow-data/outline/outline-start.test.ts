/** Outline and canvas begin with the same part of a flow: real files, in FLOW_CORPUS or else beside this folder. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { Edge, Node } from '#contract/flow.ts'
import { makeEdge, makeNode } from '#flow/draft.ts'
import { readFlowFile } from '#flow/file/read.ts'
import { entriesOf } from '#flow/graph/starts.ts'
import { isStep } from '#flow/node-kind.ts'
import { foreignKindsOf } from '#flow/visual-kind/foreign-kinds.ts'
import { sourceFormatOf } from '#flow/visual-kind/visual-kind.ts'
import { MemoizedFlow, type GraphParts } from '#flow-data/model/memoized-flow.ts'
import { outlineRowsIn } from '#flow-data/questions/ask-outline.ts'
import { nodeIn } from '#flow-data/questions/ask-node.ts'
import { sceneIn } from '#flow-data/questions/ask-scene.ts'

const corpus = process.env['FLOW_CORPUS'] ?? '../shared/templates'
const folders = (existsSync(corpus) ? readdirSync(corpus, { withFileTypes: true }) : [])
  .filter((entry) => entry.isDirectory() && entry.name !== 'bad')
  .map(({ name }) => join(corpus, name))
const files = folders.flatMap((folder) => readdirSync(folder).map((name) => join(folder, name)))

/** Ids of the nodes that edges or containers connect with a node. */
function partOf(start: string, nodes: readonly Node[], edges: readonly Edge[]): Set<string> {
  const part = new Set([start])
  const steps = new Set(nodes.filter(isStep).map(({ id }) => id))
  const pairs = [
    ...edges.map(({ source, target }) => [source, target]),
    ...nodes.map(({ id, parent }) => [id, parent !== null && steps.has(parent) ? parent : id]),
  ]
  for (let size = 0; size < part.size;) {
    size = part.size
    for (const [a = '', b = ''] of pairs) if (part.has(a) || part.has(b)) part.add(a).add(b)
  }
  return part
}

async function beginningsOf(parts: GraphParts) {
  const flow = new MemoizedFlow(parts, foreignKindsOf(parts.format ?? ''))
  const answer = await sceneIn(flow, { placement: 'given', mayWait: true })
  if (answer.is !== 'scene') return expect.fail('no scene')
  const most = { problems: 0, neighbours: 0 }
  const ids = parts.nodes.map(({ id }) => id)
  return {
    canvas: parts.nodes[answer.scene.start]?.id,
    outline: outlineRowsIn(flow, { page: 0 }).find(({ node }) => node !== null)?.id ?? undefined,
    reading: ids.find((id) => nodeIn(flow, { id, most })?.before === null),
  }
}

test.runIf(files.length > 0).each(files)(
  '%s: outline, canvas and reading order begin with the same part',
  async (file) => {
    const read = readFlowFile({ name: file, bytes: readFileSync(file) })
    if (!read.ok) expect.fail(read.message)
    for (const flow of read.flows.filter(({ nodes }) => nodes.some(isStep))) {
      const { nodes, edges, metadata } = flow
      const parts = { nodes, edges, validation: [], format: sourceFormatOf(metadata), entries: entriesOf(flow) }
      const { canvas, outline, reading } = await beginningsOf(parts)
      const part = partOf(canvas ?? '', nodes, edges)
      expect([...part]).toContain(outline)
      expect([...part]).toContain(reading)
    }
  },
)

test('the first part has a trigger, else it is the largest, else the first of the file', async () => {
  const at = (id: string, type: string, x: number) => ({ ...makeNode({ id, type, name: id }), position: { x, y: 0 } })
  const edges = [makeEdge({ id: 'e', source: 'c', target: 'd' })]
  const nodes = [at('a', 'api', 0), at('b', 'api', 300), at('c', 'api', 900), at('d', 'api', 600)]
  const first = { canvas: 'c', outline: 'c', reading: 'c' }
  expect(await beginningsOf({ nodes, edges, validation: [] })).toEqual(first)
  expect(await beginningsOf({ nodes, edges: [], validation: [] })).toEqual({
    canvas: 'a',
    outline: 'a',
    reading: 'a',
  })
  const started = [...nodes, at('t', 'trigger', 1200)]
  expect(await beginningsOf({ nodes: started, edges, validation: [] })).toEqual({
    canvas: 't',
    outline: 't',
    reading: 't',
  })
})
