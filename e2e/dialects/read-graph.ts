/** Shared code of the stubs that reads a graph from their own files, by the names of each dialect. */
import type { EdgeFact, NodeFact } from './fact.ts'
import { isObject, objectsOf, textOf } from './plumbing.ts'

type Fields = Record<string, unknown>

/** Fields with the same names in all dialects. */
export const commonNodeFields = (one: Fields): Pick<NodeFact, 'tool' | 'setup' | 'off' | 'notes'> => ({
  tool: textOf(one['tool']) ?? null,
  setup: isObject(one['config']) ? one['config'] : {},
  off: one['disabled'] === true,
  notes: textOf(one['notes']) ?? '',
})

export const positionOf = (value: unknown): NodeFact['position'] =>
  isObject(value) ? { x: Number(value['x']), y: Number(value['y']) } : null

export const sizeOf = (value: unknown): NodeFact['size'] =>
  isObject(value) ? { width: Number(value['width']), height: Number(value['height']) } : null

/** Reads edges by the names of a dialect. */
export const edgeBy =
  (names: { id: string; from: string; to: string; port: string }) =>
  (one: Fields): EdgeFact => ({
    key: String(one[names.id]),
    from: String(one[names.from]),
    to: String(one[names.to]),
    port: textOf(one[names.port]) ?? null,
    label: textOf(one['label']) ?? null,
  })

/** The graph of a file. */
export const graphOf = (file: Fields, readNode: (one: Fields) => NodeFact, readEdge: (one: Fields) => EdgeFact) => ({
  nodes: objectsOf(file['nodes']).map(readNode),
  edges: objectsOf(file['edges']).map(readEdge),
})
