/** Lists as values of a field: arrays, objects that contain one, JSON text, comma-separated text. Pure. */
import { isRecord, type Json } from '#lib/json/json.ts'
import { parsedText } from './values/contract-value.ts'

/** Names under which an object contains its list. */
const rowNames = ['nodes', 'items', 'data', 'results', 'values']

/** The rows of a GraphQL connection: `[{node, cursor}]`. Null if the value is not one. */
export function nodesOf(value: Json | undefined): Json[] | null {
  if (!Array.isArray(value)) return null
  const nodes = value.flatMap((one) => (isRecord(one) && isRecord(one['node']) ? [one['node']] : []))
  return nodes.length === value.length ? nodes : null
}

/** The entries of a list; a text is split at commas. Null if the value is not a list. */
export function listIn(value: Json): Json[] | null {
  const parsed = parsedText(value)
  if (Array.isArray(parsed)) return parsed
  if (isRecord(parsed)) {
    const nodes = nodesOf(parsed['edges'])
    if (nodes !== null) return nodes
    const rows = rowNames.map((name) => parsed[name]).find((one) => Array.isArray(one))
    return Array.isArray(rows) ? rows : null
  }
  if (typeof parsed !== 'string') return null
  return parsed
    .split(',')
    .map((one) => one.trim())
    .filter((one) => one !== '')
}
