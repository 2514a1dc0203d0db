/** Shared code of the stubs that reads a graph from their own files, by the names of each dialect. */
import type { EdgeFact, NodeFact } from './fact.ts'
import { isObject, objectsOf, textOf } from './plumbing.ts'

type Given = Record<string, unknown>

/** Fields with the same names in all dialects. */
export const nodeRest = (one: Given): Pick<NodeFact, 'tool' | 'setup' | 'off' | 'remark'> => ({
  tool: textOf(one['tool']) ?? null,
  setup: isObject(one['config']) ? one['config'] : {},
  off: one['disabled'] === true,
  remark: textOf(one['notes']) ?? '',
})

export const pointIn = (value: unknown): NodeFact['place'] =>
  isObject(value) ? { x: Number(value['x']), y: Number(value['y']) } : null

export const sizeIn = (value: unknown): NodeFact['size'] =>
  isObject(value) ? { width: Number(value['width']), height: Number(value['height']) } : null

/** Reads edges by the names of a dialect. */
export const edgeBy =
  (names: { id: string; from: string; to: string; port: string }) =>
  (one: Given): EdgeFact => ({
    key: String(one[names.id]),
    from: String(one[names.from]),
    to: String(one[names.to]),
    port: textOf(one[names.port]) ?? null,
    says: textOf(one['label']) ?? null,
  })

/** The graph of a file. */
export const graphIn = (file: Given, readNode: (one: Given) => NodeFact, readEdge: (one: Given) => EdgeFact) => ({
  nodes: objectsOf(file['nodes']).map(readNode),
  edges: objectsOf(file['edges']).map(readEdge),
})
