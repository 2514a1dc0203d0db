/** Exports a flow as a template file; the same flow gives the same bytes. Source: docs/api.md, "Import and export". */
import { templateFormat, templateVersion } from '#contract/values/template-format.ts'
import type { Template } from '#contract/flow.ts'
import { importLimit } from '#contract/kernel/limits.ts'
import type { FlowParts } from '#flow/leaves.ts'
import { requiresOf } from '#flow/requires.ts'
import { redactFlow } from '#flow/secrets/secrets.ts'

/** `exportedAt` is ISO 8601 in UTC with "Z". */
export interface TemplateInfo {
  exportedAt: string
  generator: Template['generator']
  /** Whether nodes and edges keep their order, for a version of a flow; else they are sorted by id, for a file. */
  keepsOrder?: boolean
}

/** Compares by code units, independent of the locale. */
const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)
const byId = (a: { id: string }, b: { id: string }): number => compare(a.id, b.id)

/**
 * The template of a flow. Remaining secrets become references; `requires` and `redacted` are derived from the flow, so
 * that import and export are symmetric.
 */
export function writeTemplate(flow: FlowParts, { exportedAt, generator, keepsOrder = false }: TemplateInfo): Template {
  const { name, description, nodes, edges, metadata, variables, settings } = flow
  const parts: FlowParts = {
    name,
    description,
    nodes: keepsOrder ? nodes : nodes.toSorted(byId),
    edges: keepsOrder ? edges : edges.toSorted(byId),
    metadata,
    variables,
    settings,
  }
  const redacted = redactFlow(parts).flow
  const { requires, secretPaths } = requiresOf(redacted)
  return {
    format: templateFormat,
    format_version: templateVersion,
    exported_at: exportedAt,
    generator: { name: generator.name, version: generator.version },
    flow: redacted,
    requires,
    redacted: secretPaths,
  }
}

const topKeys = ['format', 'format_version', 'exported_at', 'generator', 'flow', 'requires', 'redacted']
const flowKeys = ['name', 'description', 'nodes', 'edges', 'metadata', 'variables', 'settings']
const nodeKeys = ['id', 'type', 'name', 'position', 'size', 'parent', 'tool', 'config', 'disabled', 'notes']
const edgeKeys = ['id', 'source', 'target', 'source_handle', 'target_handle', 'label', 'condition']
const pairKeys = ['tools', 'channels', 'secrets', 'x', 'y', 'width', 'height', 'key', 'value']

/** Sort order of keys: that of the contract, then all others by code units. */
const rank = new Map(
  [...topKeys, ...nodeKeys, ...edgeKeys, ...flowKeys, ...pairKeys].toReversed().map((key, index) => [key, -index]),
)
const byRank = (a: string, b: string): number => (rank.get(a) ?? 1) - (rank.get(b) ?? 1) || compare(a, b)

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null

/** A copy with sorted object keys at every depth. Not recursive. */
function sortKeys(root: object): object {
  const result = {}
  const open: { into: object; key: string; value: unknown }[] = [{ into: result, key: 'root', value: root }]
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { into, key, value } = next
    if (!isObject(value)) {
      Reflect.set(into, key, value)
      continue
    }
    const copy = Array.isArray(value) ? [] : {}
    Reflect.set(into, key, copy)
    const keys = Array.isArray(value) ? Object.keys(value) : Object.keys(value).toSorted(byRank)
    for (const child of keys.toReversed()) {
      if (child !== '__proto__') open.push({ into: copy, key: child, value: Reflect.get(value, child) })
    }
  }
  const copy: unknown = Reflect.get(result, 'root')
  return isObject(copy) ? copy : result
}

/** Length in UTF-16 units up to which a text always fits into an import: a unit takes at most three bytes. */
const maxSafeLength = importLimit / 3

const isImported = (text: string): boolean =>
  text.length <= maxSafeLength || (text.length <= importLimit && new TextEncoder().encode(text).length <= importLimit)

/**
 * Text of the file: indented by two spaces, so that versions can be compared line by line, with a final newline. Not
 * indented if that would exceed the import limit.
 */
export function templateText(template: Template): string {
  const ordered = sortKeys(template)
  const text = `${JSON.stringify(ordered, null, 2)}\n`
  return isImported(text) ? text : `${JSON.stringify(ordered)}\n`
}
