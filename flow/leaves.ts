/** Visits every string and number of a flow, in order, without recursion. */
import type { RawFlow } from '#flow/draft.ts'

/** Parts of a flow that may contain text. */
export type FlowParts = Pick<
  RawFlow,
  'name' | 'description' | 'nodes' | 'edges' | 'metadata' | 'variables' | 'settings'
>

/** A position in a flow: `holder[key]` is the value. */
export interface LeafPlace {
  key: string
  holder: object
  up: LeafPlace | null
}

export interface Leaf extends LeafPlace {
  value: string | number
}

/** Fields that identify or connect parts of a flow, and are therefore not content. */
export const identity: Readonly<Record<string, ReadonlySet<string>>> = {
  nodes: new Set(['id', 'type', 'parent', 'tool']),
  edges: new Set(['id', 'source', 'target', 'source_handle', 'target_handle']),
  variables: new Set(['key']),
}

const isHolder = (value: unknown): value is object => typeof value === 'object' && value !== null

type Visit = (leaf: Leaf) => void

/** Visits every string and number except identity fields. No list is built, because there may be millions. */
export function eachLeaf(flow: FlowParts, visit: Visit): void {
  const { name, description, nodes, edges, metadata, variables, settings } = flow
  for (const [key, value] of Object.entries({ name, description })) visit({ key, value, holder: flow, up: null })
  for (const [list, items] of Object.entries({ nodes, edges, variables })) {
    const top: LeafPlace = { key: list, holder: flow, up: null }
    for (const [index, item] of items.entries()) {
      eachLeafUnder(item, { key: String(index), holder: items, up: top }, visit, identity[list])
    }
  }
  for (const [key, value] of Object.entries({ metadata, settings }))
    eachLeafUnder(value, { key, holder: flow, up: null }, visit)
}

/** An object on the current path, and its next field. */
interface Level {
  holder: object
  place: LeafPlace
  keys: string[]
  values: unknown[]
  next: number
}

const levelOf = (holder: object, place: LeafPlace): Level => ({
  holder,
  place,
  keys: Object.keys(holder),
  values: Object.values(holder),
  next: 0,
})

function eachLeafUnder(root: object, place: LeafPlace, visit: Visit, left?: ReadonlySet<string>): void {
  const open = [levelOf(root, place)]
  for (let level = open.at(-1); level !== undefined; level = open.at(-1)) {
    const key = level.keys[level.next]
    const value = level.values[level.next]
    level.next += 1
    if (key === undefined) open.pop()
    else if (open.length === 1 && left?.has(key)) continue
    else if (typeof value === 'string' || typeof value === 'number')
      visit({ key, holder: level.holder, up: level.place, value })
    else if (isHolder(value)) open.push(levelOf(value, { key, holder: level.holder, up: level.place }))
  }
}

/** Text in a field of any object; "" if the field is not text. */
export function fieldText(holder: object, key: string): string {
  const value: unknown = Reflect.get(holder, key)
  return typeof value === 'string' ? value : ''
}

/**
 * Path of a position: "nodes.<id>.config.headers.authorization". Nodes and edges are named by id, variables by key,
 * items of other lists by index.
 */
export function pathOf(place: LeafPlace): string {
  const parts: string[] = []
  for (let at: LeafPlace | null = place; at !== null; at = at.up) {
    const item: unknown =
      at.up !== null && at.up.up === null && Array.isArray(at.holder) ? Reflect.get(at.holder, at.key) : null
    const name = isHolder(item) ? fieldText(item, 'id') || fieldText(item, 'key') : ''
    parts.push(name === '' ? at.key : name)
  }
  return parts.toReversed().join('.')
}

/** Id of the node that contains a position; null if the position is not in a node. */
export function nodeIdOf(place: LeafPlace): string | null {
  for (let at: LeafPlace = place; at.up !== null; at = at.up) {
    if (at.up.up !== null || at.up.key !== 'nodes') continue
    const item: unknown = Reflect.get(at.holder, at.key)
    return isHolder(item) ? fieldText(item, 'id') : null
  }
  return null
}
