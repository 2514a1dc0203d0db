/** Visits every string and number of a flow, in order, without recursion. */
import type { RawFlow } from '#flow/draft.ts'

/** Parts of a flow that may contain text. */
export type FlowParts = Pick<
  RawFlow,
  'name' | 'description' | 'nodes' | 'edges' | 'metadata' | 'variables' | 'settings'
>

/** A position in a flow: `container[key]` is the value. */
export interface LeafPosition {
  key: string
  container: object
  parent: LeafPosition | null
}

export interface Leaf extends LeafPosition {
  value: string | number
}

/** Fields that identify or connect parts of a flow, and are therefore not content. */
export const identityFields: Readonly<Record<string, ReadonlySet<string>>> = {
  nodes: new Set(['id', 'type', 'parent', 'tool']),
  edges: new Set(['id', 'source', 'target', 'source_handle', 'target_handle']),
  variables: new Set(['key']),
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null

type LeafVisitor = (leaf: Leaf) => void

/** Visits every string and number except identity fields. No list is built, because there may be millions. */
export function eachLeaf(flow: FlowParts, visit: LeafVisitor): void {
  const { name, description, nodes, edges, metadata, variables, settings } = flow
  for (const [key, value] of Object.entries({ name, description })) visit({ key, value, container: flow, parent: null })
  for (const [list, items] of Object.entries({ nodes, edges, variables })) {
    const top: LeafPosition = { key: list, container: flow, parent: null }
    for (const [index, item] of items.entries()) {
      eachLeafUnder(item, { key: String(index), container: items, parent: top }, visit, identityFields[list])
    }
  }
  for (const [key, value] of Object.entries({ metadata, settings }))
    eachLeafUnder(value, { key, container: flow, parent: null }, visit)
}

/** An object on the current path, and its next field. */
interface Level {
  container: object
  position: LeafPosition
  keys: string[]
  values: unknown[]
  next: number
}

const levelOf = (container: object, position: LeafPosition): Level => ({
  container,
  position,
  keys: Object.keys(container),
  values: Object.values(container),
  next: 0,
})

function eachLeafUnder(
  root: object,
  position: LeafPosition,
  visit: LeafVisitor,
  skippedKeys?: ReadonlySet<string>,
): void {
  const open = [levelOf(root, position)]
  for (let level = open.at(-1); level !== undefined; level = open.at(-1)) {
    const key = level.keys[level.next]
    const value = level.values[level.next]
    level.next += 1
    if (key === undefined) open.pop()
    else if (open.length === 1 && skippedKeys?.has(key)) continue
    else if (typeof value === 'string' || typeof value === 'number')
      visit({ key, container: level.container, parent: level.position, value })
    else if (isObject(value)) open.push(levelOf(value, { key, container: level.container, parent: level.position }))
  }
}

/** Text in a field of any object; "" if the field is not text. */
export function fieldText(container: object, key: string): string {
  const value: unknown = Reflect.get(container, key)
  return typeof value === 'string' ? value : ''
}

/**
 * Path of a position: "nodes.<id>.config.headers.authorization". Nodes and edges are named by id, variables by key,
 * items of other lists by index.
 */
export function pathOf(position: LeafPosition): string {
  const parts: string[] = []
  for (let at: LeafPosition | null = position; at !== null; at = at.parent) {
    const item: unknown =
      at.parent !== null && at.parent.parent === null && Array.isArray(at.container)
        ? Reflect.get(at.container, at.key)
        : null
    const name = isObject(item) ? fieldText(item, 'id') || fieldText(item, 'key') : ''
    parts.push(name === '' ? at.key : name)
  }
  return parts.toReversed().join('.')
}

/** Id of the node that contains a position; null if the position is not in a node. */
export function nodeIdOf(position: LeafPosition): string | null {
  for (let at: LeafPosition = position; at.parent !== null; at = at.parent) {
    if (at.parent.parent !== null || at.parent.key !== 'nodes') continue
    const item: unknown = Reflect.get(at.container, at.key)
    return isObject(item) ? fieldText(item, 'id') : null
  }
  return null
}
