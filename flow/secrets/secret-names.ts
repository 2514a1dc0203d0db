/**
 * Renames secrets that are used as names: ids, types and keys of objects. Names cannot be references, so each secret is
 * replaced by the same new name everywhere. Such files are rare; most flows are only scanned once.
 */
import type { FlowParts } from '#flow/leaves.ts'
import { identity } from '#flow/leaves.ts'
import { holdsToken } from './token-shapes.ts'

const isHolder = (value: unknown): value is object => typeof value === 'object' && value !== null

/** Cache of keys that are not secrets, because the same few keys occur in every node. Cleared when full. */
const harmless = new Set<string>()
const maxSeen = 20_000

function isSecretKey(key: string): boolean {
  if (key.length < 9 || harmless.has(key)) return false
  if (holdsToken(key)) return true
  if (harmless.size >= maxSeen) harmless.clear()
  harmless.add(key)
  return false
}

/** Visits every object under a value, without recursion. */
function eachHolder(root: object, visit: (holder: object) => void): void {
  const open = [root]
  for (let holder = open.pop(); holder !== undefined; holder = open.pop()) {
    visit(holder)
    for (const value of Object.values(holder)) if (isHolder(value)) open.push(value)
  }
}

const itemsOf = (flow: FlowParts): [list: string, item: object][] => [
  ...flow.nodes.map((node): [string, object] => ['nodes', node]),
  ...flow.edges.map((edge): [string, object] => ['edges', edge]),
  ...flow.variables.map((variable): [string, object] => ['variables', variable]),
]

function hasSecretName(flow: FlowParts): boolean {
  let found = false
  eachHolder([flow.nodes, flow.edges, flow.variables, flow.metadata, flow.settings], (holder) => {
    if (!found && !Array.isArray(holder)) found = Object.keys(holder).some(isSecretKey)
  })
  return (
    found ||
    itemsOf(flow).some(([list, item]) =>
      [...(identity[list] ?? [])].some((field) => {
        const value: unknown = Reflect.get(item, field)
        return typeof value === 'string' && holdsToken(value)
      }),
    )
  )
}

/** Replaces each secret that is used as a name, and lists its places; returns the same flow if there is none. */
export function renameSecrets<T extends FlowParts>(flow: T): { flow: T; renamed: string[] } {
  if (!hasSecretName(flow)) return { flow, renamed: [] }
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
    for (const field of identity[list] ?? []) {
      const value: unknown = Reflect.get(item, field)
      if (typeof value === 'string' && holdsToken(value)) Reflect.set(item, field, nameFor(value, `${list}.${field}`))
    }
  eachHolder([copy.nodes, copy.edges, copy.variables, copy.metadata, copy.settings], (holder) => {
    if (Array.isArray(holder)) return
    for (const key of Object.keys(holder).filter(isSecretKey)) {
      Reflect.set(holder, nameFor(key, 'a key'), Reflect.get(holder, key))
      Reflect.deleteProperty(holder, key)
    }
  })
  return { flow: copy, renamed }
}
