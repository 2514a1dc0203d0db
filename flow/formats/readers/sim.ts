/**
 * Sim workflows: `state.blocks` by id and `state.edges`; older files have both at the top level, and the YAML form has
 * connections instead of edges. Source: docs/formats.md, "sim".
 */
import type { Variable } from '#contract/flow.ts'
import { emptyFlow, Warnings } from '#flow/draft.ts'
import { readDiagram, type EdgeFields, type NodeFields } from '#flow/formats/shared/diagram.ts'
import type { FlowReader } from '#flow/formats/shared/format.ts'
import { itemsOf, sizeOf, omitKeys } from '#flow/formats/shared/graph.ts'
import { simBlock } from '#flow/formats/node-types/sim-block.ts'
import { idOf, isRecord, type Json, type JsonRecord, listOf, recordOf, textOf } from '#lib/json/json.ts'

/** Parents by id of the block, from the lists of loops and parallels: not every block names its parent. */
function listedParents(state: JsonRecord): Map<string, string> {
  const parents = new Map<string, string>()
  for (const key of ['loops', 'parallels'])
    for (const [id, container] of Object.entries(recordOf(state[key])))
      for (const block of listOf(recordOf(container)['nodes'])) if (typeof block === 'string') parents.set(block, id)
  return parents
}

/** Dimensions of a note in Sim: width, height of a line, vertical padding, and characters per line. */
const note = { width: 320, line: 20, around: 44, letters: 45 }

/** Size of a note, computed from its text; the height in the file is only an estimate of the editor. */
function noteSize(block: JsonRecord): NonNullable<NodeFields['size']> {
  const text = textOf(recordOf(recordOf(block['subBlocks'])['content'])['value'])
  const lines = text.split('\n').reduce((sum, line) => sum + 1 + Math.floor(line.length / note.letters), 0)
  return { width: note.width, height: note.around + note.line * lines }
}

function readNodeFields(block: JsonRecord, parents: ReadonlyMap<string, string>): NodeFields {
  const data = recordOf(block['data'])
  return {
    mapped: simBlock(block),
    name: textOf(block['name']),
    parent: idOf(data['parentId']) ?? parents.get(idOf(block['id']) ?? '') ?? null,
    disabled: block['enabled'] === false,
    size: block['type'] === 'note' ? noteSize(block) : sizeOf(data),
  }
}

/** Our handles by Sim's handles, except cases and routes, which have a prefix. */
const handles: ReadonlyMap<string, string> = new Map([
  ['', 'out'],
  ['source', 'out'],
  ['loop-end-source', 'out'],
  ['parallel-end-source', 'out'],
  ['error', 'error'],
  ['loop-start-source', 'loop'],
  ['parallel-start-source', 'parallel'],
])
const starts: ReadonlyMap<string, string> = new Map([
  ['loop', 'each item'],
  ['parallel', 'each branch'],
])

function readEdgeFields(edge: JsonRecord): EdgeFields {
  const given = textOf(edge['sourceHandle'])
  const handle = handles.get(given) ?? given.replace(/^(?:condition|router)-/, '')
  const target = textOf(edge['targetHandle'])
  return {
    source_handle: handle,
    target_handle: target === '' || target === 'target' ? null : target,
    label: starts.get(handle) ?? null,
  }
}

const variablesOf = (value: Json | undefined): Variable[] =>
  itemsOf(value)
    .filter(isRecord)
    .flatMap((item) => {
      const key = textOf(item['name'])
      return key === '' ? [] : [{ ...omitKeys(item, new Set(['name'])), key, value: item['value'] ?? null }]
    })

/** The state of the workflow; in older files, the top level. */
const stateOf = (top: JsonRecord): JsonRecord => (isRecord(top['state']) ? top['state'] : top)

/** Whether a block is in the YAML form, with its successors in `connections` and its values in `inputs`. */
const isWrittenBlock = (block: Json): boolean =>
  isRecord(block) && typeof block['type'] === 'string' && (isRecord(block['connections']) || isRecord(block['inputs']))

const isWritten = ({ blocks, edges }: JsonRecord): boolean =>
  isRecord(blocks) && edges === undefined && Object.values(blocks).some(isWrittenBlock)

/** Handles of the editor form by their names in the YAML form. */
const writtenHandles: ReadonlyMap<string, string> = new Map([
  ['success', 'source'],
  ['loop.start', 'loop-start-source'],
  ['loop.end', 'loop-end-source'],
  ['parallel.start', 'parallel-start-source'],
  ['parallel.end', 'parallel-end-source'],
])

/** Targets of a connection, which is an id or a list of ids. */
const targetsOf = (value: Json): string[] => (Array.isArray(value) ? value : [value]).flatMap((id) => idOf(id) ?? [])

/** Edges from `connections`: `{success: id}`, `{conditions: {if: id}}`, `{loop: {start: id, end: id}}`. */
function writtenEdges(source: string, connections: JsonRecord): JsonRecord[] {
  const ways = Object.entries(connections).flatMap(([kind, value]) =>
    isRecord(value)
      ? Object.entries(value).map(
          ([name, target]) => [kind === 'conditions' ? name : `${kind}.${name}`, target] as const,
        )
      : [[kind, value] as const],
  )
  return ways.flatMap(([way, value]) =>
    targetsOf(value).map((target) => ({ source, target, sourceHandle: writtenHandles.get(way) ?? way })),
  )
}

/** Converts the YAML form to the editor form: values in `subBlocks`, cases as a list, connections as edges. */
function stateOfWritten(top: JsonRecord): JsonRecord {
  const blocks: JsonRecord = {}
  const edges: Json[] = []
  for (const [id, item] of Object.entries(recordOf(top['blocks']))) {
    const { inputs, connections, parentId, ...block } = recordOf(item)
    const values = Object.entries(recordOf(inputs)).map(([key, value]): [string, Json] => [
      key,
      { value: key === 'conditions' && isRecord(value) ? casesOf(value) : value },
    ])
    const data = { ...recordOf(block['data']), ...(parentId === undefined ? {} : { parentId }) }
    blocks[id] = { ...block, data, subBlocks: Object.fromEntries(values) }
    edges.push(...writtenEdges(id, recordOf(connections)))
  }
  return { ...top, blocks, edges }
}

const casesOf = (conditions: JsonRecord): Json[] =>
  Object.entries(conditions).map(([id, value]) => ({ id, title: id, value }))

export const isSim = (document: JsonRecord): boolean => {
  const { state, blocks, edges } = document
  return isRecord(recordOf(state)['blocks']) || (isRecord(blocks) && Array.isArray(edges)) || isWritten(document)
}

const mapsOfState = new Set(['blocks', 'edges', 'variables'])

/** Reads the single flow of a file. */
export const readSim: FlowReader = (document) => {
  const given = recordOf(document)
  const top = isWritten(given) ? stateOfWritten(given) : given
  const state = stateOf(top)
  const flow = emptyFlow()
  const warnings = new Warnings()
  const parents = listedParents(state)
  readDiagram(
    {
      nodes: itemsOf(state['blocks']),
      edges: listOf(state['edges']),
      node: (block) => readNodeFields(block, parents),
      edge: readEdgeFields,
    },
    flow,
    warnings,
  )
  const metadata = recordOf(state['metadata'])
  flow.name = textOf(metadata['name']) || textOf(top['name'])
  flow.description = textOf(metadata['description']) || textOf(top['description'])
  flow.variables = variablesOf(state['variables'])
  flow.metadata = {
    source: {
      format: 'sim',
      ...omitKeys(top, new Set(['state', ...mapsOfState])),
      ...(state === top ? {} : { state: omitKeys(state, mapsOfState) }),
    },
  }
  flow.warnings = warnings.all()
  return { ok: true, flows: [flow] }
}
