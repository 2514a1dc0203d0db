/** Lists the operations of an OpenAPI document, with the key of the tool, or why there can be none. Pure. */
import { recordOf, textOf } from '#lib/json/json.ts'
import { keyOfName } from '#contract/values/tool-key.ts'
import type { OpenApiDocument } from './read-document.ts'
import { needsHost, readOperation, operationSummary } from './read-operation.ts'
import { resolveReference } from './resolve-reference.ts'
import { schemesOf, type Scheme } from './sign-in-scheme.ts'

/** Maximum number of operations listed; the largest published documents have about 15,000. */
const maxOperations = 20_000
/** Maximum number of hosts listed as recipients of secrets. */
const maxHosts = 5
/** Maximum number of characters of a line in the list. */
const maxLineLength = 300

/** All methods of a path; a tool cannot send the last two. */
const methods = ['get', 'post', 'put', 'patch', 'delete', 'head', 'options', 'trace'] as const

/** A row of the list: one operation. */
export interface OperationRow {
  /** Method and path: "get /pets/{id}". */
  id: string
  method: string
  path: string
  summary: string
  /** Key of the tool, unique in the document. */
  key: string
  /** The key replaces one that is already taken. */
  isRenamed?: boolean
  /** Why the operation cannot be a tool; null if it can. */
  reason: string | null
  /** Names of the operation's security schemes. */
  schemes: readonly string[]
  isDeprecated: boolean
}

/** Truncates to a number of characters, without splitting one. */
export const truncateText = (text: string, most: number): string =>
  text.length <= most ? text : `${text.slice(0, most - 1).replace(/[\uD800-\uDBFF]$/, '')}…`

const truncateLine = (text: string): string => truncateText(text, maxLineLength)

/** An unused key: `preferredKey`, else with the suffix _2 and so on; `counts` stores the next number by key. */
function uniqueKey(preferredKey: string, takenKeys: Set<string>, counts: Map<string, number>): string {
  const stem = preferredKey === '' ? 'operation' : preferredKey
  let key = stem
  for (let number = counts.get(stem) ?? 2; takenKeys.has(key); number += 1) {
    key = `${stem.slice(0, 57)}_${number}`
    counts.set(stem, number + 1)
  }
  takenKeys.add(key)
  return key
}

/** "order_2" if "order" is taken, "order_3" if that is taken too. */
export const freeOperationKey = (key: string, takenKeys: ReadonlySet<string>): string =>
  uniqueKey(key, new Set(takenKeys), new Map())

/** The rows, with their keys replaced by `keys` (by row id). */
export const withKeys = (rows: readonly OperationRow[], keys: ReadonlyMap<string, string>): OperationRow[] =>
  rows.map((row) => {
    const key = keys.get(row.id)
    return key === undefined ? row : { ...row, key, isRenamed: true }
  })

export interface ListedOperations {
  rows: OperationRow[]
  /** Number of operations without a host. */
  withoutHost: number
  schemes: ReadonlyMap<string, Scheme>
  /** The first hosts in the document. */
  hosts: readonly string[]
  /** Number of operations that are not listed. */
  more: number
}

/** Row for a path that cannot be read. */
const unreadableRow = (path: string, reason: string): OperationRow => ({
  id: path,
  method: '',
  path: truncateLine(path),
  summary: '',
  key: '',
  reason,
  schemes: [],
  isDeprecated: false,
})

/** All operations of a document, in its order. */
export function listOperations(document: OpenApiDocument): ListedOperations {
  const schemes = schemesOf(document)
  const rows: OperationRow[] = []
  const takenKeys = new Set<string>()
  const counts = new Map<string, number>()
  const hosts = new Set<string>()
  let withoutHost = 0
  let more = 0
  for (const [path, given] of Object.entries(recordOf(document.root['paths']))) {
    if (path.startsWith('x-')) continue
    const item = resolveReference(document.root, given)
    if (!item.ok) rows.push(unreadableRow(path, `The path ${item.reason}.`))
    for (const method of item.ok ? methods.filter((one) => item.value[one] !== undefined) : []) {
      if (rows.length >= maxOperations) {
        more += 1
        continue
      }
      const words = recordOf(item.ok ? item.value[method] : undefined)
      const read = readOperation(document, schemes, [path, method])
      if (read.ok && needsHost(read.operation.server)) withoutHost += 1
      else if (read.ok && hosts.size < maxHosts) hosts.add(new URL(read.operation.server).host)
      rows.push({
        id: `${method} ${path}`,
        method: method.toUpperCase(),
        path: truncateLine(path),
        summary: truncateLine(operationSummary(words)),
        key: uniqueKey(keyOfName(textOf(words['operationId']) || `${method} ${path}`), takenKeys, counts),
        reason: read.ok ? null : read.reason,
        schemes: read.ok ? read.operation.schemes.map(({ name }) => name) : [],
        isDeprecated: words['deprecated'] === true,
      })
    }
  }
  return { rows, withoutHost, schemes, hosts: [...hosts], more }
}
