/**
 * Renames secrets that are used as names: ids, types and keys of objects. Names cannot be references, so each secret is
 * replaced by the same new name everywhere. Such files are rare; most flows are only scanned once.
 */
import type { FlowParts } from '#flow/leaves.ts'
import { identityFields } from '#flow/leaves.ts'
import { containsToken } from './token-shapes.ts'

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null

/** Cache of keys that are not secrets, because the same few keys occur in every node. Cleared when full. */
const harmlessKeys = new Set<string>()
const maxCached = 20_000

function isSecretKey(key: string): boolean {
  if (key.length < 9 || harmlessKeys.has(key)) return false
  if (containsToken(key)) return true
  if (harmlessKeys.size >= maxCached) harmlessKeys.clear()
  harmlessKeys.add(key)
  return false
}

/** Visits every object under a value, without recursion. */
function eachObject(root: object, visit: (object: object) => void): void {
  const open = [root]
  for (let object = open.pop(); object !== undefined; object = open.pop()) {
    visit(object)
    for (const value of Object.values(object)) if (isObject(value)) open.push(value)
  }
}

const itemsOf = (flow: FlowParts): [list: string, item: object][] => [
  ...flow.nodes.map((node): [string, object] => ['nodes', node]),
  ...flow.edges.map((edge): [string, object] => ['edges', edge]),
  ...flow.variables.map((variable): [string, object] => ['variables', variable]),
]

function hasSecretAsName(flow: FlowParts): boolean {
  let found = false
  eachObject([flow.nodes, flow.edges, flow.variables, flow.metadata, flow.settings], (object) => {
    if (!found && !Array.isArray(object)) found = Object.keys(object).some(isSecretKey)
  })
  return (
    found ||
    itemsOf(flow).some(([list, item]) =>
      [...(identityFields[list] ?? [])].some((field) => {
        const value: unknown = Reflect.get(item, field)
        return typeof value === 'string' && containsToken(value)
      }),
    )
  )
}

/** Replaces each secret that is used as a name, and lists its places; returns the same flow if there is none. */
export function renameSecrets<T extends FlowParts>(flow: T): { flow: T; renamed: string[] } {
  if (!hasSecretAsName(flow)) return { flow, renamed: [] }
  const copy = structuredClone(flow)
  const names = new Map<string, string>()
  const renamed: string[] = []
  const nameFor = (secret: string, place: string): string => {
    const name = names.get(secret) ?? `redacted-${names.size + 1}`
    if (!names.has(secret)) renamed.push(place)
    names.set(secret, name)
    return name
  }
  for (const [list, item] of itemsOf(copy))
    for (const field of identityFields[list] ?? []) {
      const value: unknown = Reflect.get(item, field)
      if (typeof value === 'string' && containsToken(value))
        Reflect.set(item, field, nameFor(value, `${list}.${field}`))
    }
  eachObject([copy.nodes, copy.edges, copy.variables, copy.metadata, copy.settings], (object) => {
    if (Array.isArray(object)) return
    for (const key of Object.keys(object).filter(isSecretKey)) {
      Reflect.set(object, nameFor(key, 'a key'), Reflect.get(object, key))
      Reflect.deleteProperty(object, key)
    }
  })
  return { flow: copy, renamed }
}
