/** Draft of a tool that a flow requires and the account does not have, derived from the file. Pure. */
import type { z } from 'zod'
import { ToolCategory } from '#contract/values/category.ts'
import type { Node } from '#contract/flow.ts'
import { tool as toolApi, toolConfig } from '#contract/tool.ts'
import { stepToolCategories } from '#flow/choices/step-choices.ts'
import { fieldsToRewrite } from '#flow/health/foreign-step.ts'
import { omitKeys } from '#flow/formats/shared/graph.ts'
import { listOf, type Json, type JsonRecord } from '#lib/json/json.ts'
import { bodyDepth, parseJson } from '#lib/json/safe-json.ts'
import { keyOfName } from '#contract/values/tool-key.ts'

/** Values of the form; `texts` = fields of the config. */
export interface NewTool {
  name: string
  key: string
  category: ToolCategory
  texts: Readonly<Record<string, string>>
  /** Fields taken from the node, including those that the form does not show. */
  config: JsonRecord
  /** What the file says in fields that are left open. */
  notes?: Readonly<Record<string, string>>
}

interface ConfigField {
  name: string
  label: string
  /** The field has several lines. */
  isLong?: true
  /** The field is required. */
  isNeeded?: true
  /** The field is only shown if the file says something about it. Its text is JSON, or else a text. */
  isJson?: true
  choices?: readonly string[]
}

const methods = toolConfig.api.shape.method.options

/** The fields of a category in the form; others are added later on the tool's page. */
export const configFields: Record<ToolCategory, readonly ConfigField[]> = {
  api: [
    { name: 'method', label: 'Method', choices: methods },
    { name: 'url', label: 'Address', isNeeded: true },
    { name: 'body', label: 'Body', isLong: true, isJson: true },
  ],
  transform: [{ name: 'expression', label: 'Expression, JSONata', isLong: true, isNeeded: true }],
  condition: [{ name: 'expression', label: 'Expression, CEL', isLong: true, isNeeded: true }],
  agent: [
    { name: 'model', label: 'Model', isNeeded: true },
    { name: 'instructions', label: 'Instructions', isLong: true },
  ],
  code: [{ name: 'source', label: 'Source, JavaScript', isLong: true, isNeeded: true }],
  global: [{ name: 'value', label: 'Value', isNeeded: true }],
}

/** Default config values of a category. */
const fixed: Record<ToolCategory, JsonRecord> = {
  api: { method: 'GET' },
  transform: { language: 'jsonata' },
  condition: { language: 'cel' },
  agent: { tools: [], instructions: '' },
  code: { language: 'javascript' },
  global: { type: 'string', secret: false },
}

/** "orders_api" becomes "Orders api". */
function nameOfKey(key: string): string {
  const words = key.replaceAll(/[_\-\s]+/g, ' ').trim()
  return words === '' ? key : words.charAt(0).toUpperCase() + words.slice(1)
}

/** The fields of a node's config that a tool of the category takes unchanged. */
function takenFrom(node: Node, category: ToolCategory): JsonRecord {
  const taken = Object.entries(toolConfig[category].shape).flatMap(([field, schema]) => {
    const value = Object.hasOwn(node.config, field) ? node.config[field] : undefined
    return value !== undefined && schema.safeParse(value).success ? [[field, value] as const] : []
  })
  return Object.fromEntries(taken)
}

/** Draft of a tool for a key. `nodes` = nodes that refer to the tool; agents do not reveal its category and config. */
export function suggestedTool(key: string, nodes: readonly Node[]): NewTool {
  const own = nodes.flatMap((node) => {
    const category = ToolCategory.safeParse(node.type)
    const isListed = listOf(node.config['tools']).includes(key)
    return node.tool === key && !isListed && category.success ? [{ node, category: category.data }] : []
  })
  const named = { name: nameOfKey(key), key: keyOfName(key) }
  const [first] = own
  if (first === undefined) return { ...named, category: 'api', texts: {}, config: {} }
  const config = takenFrom(first.node, first.category)
  return { ...named, category: first.category, texts: textsOf(first.category, config), config }
}

/** The fields of the form as text. */
const textsOf = (category: ToolCategory, config: JsonRecord): Record<string, string> =>
  Object.fromEntries(configFields[category].map(({ name }) => [name, asText(config[name])]))

const asText = (value: Json | undefined): string =>
  typeof value === 'string' ? value : value === undefined || value === null ? '' : JSON.stringify(value, null, 2)

const maxNote = 300
const maxValues = 3

/** What the file says in a field: its text, or the first of several. */
function noteOf(values: readonly string[]): string {
  const first = values.slice(0, maxValues).join(', ')
  const text = first.length > maxNote ? `${first.slice(0, maxNote)}…` : first
  return `In the file: ${text}${values.length > maxValues ? `, ${values.length - maxValues} more` : ''}`
}

/**
 * Draft of a tool that takes over steps of another product: what all of them say. What differs, or is written for that
 * product, is left open with a note.
 */
export function toolOfSteps(title: string, nodes: readonly Node[], product: string | null): NewTool {
  const named = { name: title, key: keyOfName(title) }
  const [first] = nodes
  const category = stepToolCategories.find((one) => nodes.every(({ type }) => type === one))
  if (first === undefined || category === undefined) return { ...named, category: 'api', texts: {}, config: {} }
  const foreign = new Set(nodes.flatMap((node) => fieldsToRewrite(node, product)))
  const config: JsonRecord = {}
  const notes: Record<string, string> = {}
  for (const [field, value] of Object.entries(takenFrom(first, category))) {
    const values = [...new Set(nodes.map((node) => asText(node.config[field])))]
    if (values.length === 1 && !foreign.has(field)) config[field] = value
    else notes[field] = noteOf(values.filter((text) => text !== ''))
  }
  return { ...named, category, texts: textsOf(category, config), config, notes }
}

/** Draft of a secret for a key, without its value, which is not kept. */
export const suggestedSecret = (key: string): NewTool => ({
  name: nameOfKey(key),
  key: keyOfName(key),
  category: 'global',
  texts: {},
  config: { secret: true },
})

function jsonOrText(text: string): Json {
  const parsed = parseJson(text, { depth: bodyDepth })
  return parsed.ok ? parsed.value : text
}

/** Problems by field path: "name", "key", "config.url". */
export type NewToolProblems = Readonly<Record<string, string>>
type Body = z.output<typeof toolApi.create.body>

/** The body of the request, or its problems. */
export function newToolBodyOf({
  name,
  key,
  category,
  texts,
  config,
}: NewTool): { body: Body } | { problems: NewToolProblems } {
  const fields = configFields[category]
  const blank = fields.filter(({ name: field, isNeeded }) => isNeeded === true && (texts[field] ?? '').trim() === '')
  const missing: [string, string][] = [
    ...(name.trim() === '' ? [['name', 'Enter a name.'] satisfies [string, string]] : []),
    ...blank.map(({ name: field, label }): [string, string] => [`config.${field}`, `${label} is required.`]),
  ]
  const typed = fields.flatMap(({ name: field, isJson }) => {
    const text = texts[field] ?? ''
    return text === '' ? [] : [[field, isJson === true ? jsonOrText(text) : text] as const]
  })
  const others = omitKeys(config, new Set(fields.map(({ name: field }) => field)))
  const read = toolApi.create.body.safeParse({
    category,
    name: name.trim(),
    ...(key.trim() === '' ? {} : { key: key.trim() }),
    config: { ...fixed[category], ...others, ...Object.fromEntries(typed) },
  })
  if (read.success && missing.length === 0) return { body: read.data }
  const found = (read.error?.issues ?? []).map(({ path, message }) => [path.slice(0, 2).join('.'), message] as const)
  return { problems: Object.fromEntries([...found, ...missing]) }
}

/** The draft with another category: fields taken from the node only fit the suggested one. */
export const withCategory = (tool: NewTool, category: ToolCategory, suggested: NewTool): NewTool => ({
  ...tool,
  category,
  config: category === suggested.category ? suggested.config : {},
})
