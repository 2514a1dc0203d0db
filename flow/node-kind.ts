/**
 * Facts about each node type: outputs, summary line, size on the canvas. Source: docs/api.md, "Node types";
 * docs/design.md, "Canvas".
 */
import type { Edge, Node } from '#contract/flow.ts'
import { isRecord, listOf, numberOf, recordOf, textOf, type Json, type JsonRecord } from '#lib/json/json.ts'
import { foreignSummary } from './foreign-summary.ts'
import { nodeKinds } from './node-kind-list.ts'

export type NodeKind = (typeof nodeKinds)[number] | 'unknown'

/** Type of a node that has no type in its file. */
export const noType = 'unknown'

/** The kind of a type. Unknown types are kept and shown, but do not run. */
export const kindOf = (type: string): NodeKind => nodeKinds.find((kind) => kind === type) ?? 'unknown'

/** Whether a node takes part in runs; notes and groups do not. */
export const isStep = (node: Node): boolean => node.type !== 'note' && node.type !== 'group'

/** Number of steps that take part in runs: disabled ones are skipped. */
export const enabledSteps = (nodes: readonly Node[]): number =>
  nodes.reduce((sum, node) => sum + Number(isStep(node) && !node.disabled), 0)

/** Size of a card without branches, in pixels. */
export const cardSize = { width: 216, height: 70 }
/** Height of each branch row. */
const branchHeight = 24
const noteSize = { width: 216, height: 120 }
const groupSize = { width: 320, height: 200 }

/**
 * An output: `id` is the `source_handle` of its edges, `label` the text at its port, `expression` the condition of a
 * case.
 */
export interface Output {
  id: string
  label: string
  expression?: string
}

const out: Output = { id: 'out', label: 'out' }
const error: Output = { id: 'error', label: 'error' }

/** Cases of a condition, and its else output, which conditions of other products may not have (`else: false`). */
function casesOf(config: JsonRecord): Output[] {
  const cases = listOf(config['cases'])
    .filter(isRecord)
    .map((item, index): Output => {
      const id = textOf(item['id']) || `case_${index}`
      return { id, label: textOf(item['label']) || id, expression: textOf(item['expression']) }
    })
  return config['else'] === false ? cases : [...cases, { id: 'else', label: 'else' }]
}

/** Outputs of a node in the order of its card. */
export function outputsOf(node: Node): Output[] {
  switch (kindOf(node.type)) {
    case 'trigger':
    case 'unknown':
      return [out]
    case 'condition':
      return casesOf(node.config)
    case 'wait':
      return [out, { id: 'timeout', label: 'timeout' }]
    case 'note':
    case 'group':
      return []
    default:
      return [out, error]
  }
}

/**
 * Outputs that a file lists for a node of another product, if it has several; empty for all other nodes. The reader puts
 * them into the config, beside the original.
 */
export const outputsInFile = ({ config }: Node): Output[] =>
  isRecord(config['original'])
    ? listOf(config['outputs'])
        .filter(isRecord)
        .map((item) => ({ id: textOf(item['id']), label: textOf(item['label']) }))
    : []

/** Size on the canvas: for notes and groups the size of the node, else the size of its card. */
export function nodeSize(node: Node): { width: number; height: number } {
  if (node.type === 'group') return node.size ?? groupSize
  if (node.type === 'note') return node.size ?? noteSize
  if (node.type !== 'condition') return cardSize
  return { width: cardSize.width, height: cardSize.height + branchHeight * outputsOf(node).length }
}

const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim()

/** Maximum length of a summary: a card shows about 30 characters, a tooltip more. */
const maxSummary = 200

const firstPart = (text: string): string => oneLine(text.slice(0, 4 * maxSummary))

/** A schedule in words: "0 4 * * * Europe/Berlin", "every 60 s". */
export function scheduleText(schedule: Json | undefined): string {
  if (!isRecord(schedule)) return textOf(schedule)
  const seconds = numberOf(schedule['every_seconds'])
  if (seconds !== null) return `every ${seconds} s`
  return [textOf(schedule['cron']), textOf(schedule['zone'])].filter((part) => part !== '').join(' ')
}

function triggerSummary(config: JsonRecord): string {
  const kind = textOf(config['kind'])
  // For a trigger of another product, the summary is its original type.
  const own = textOf(recordOf(config['original'])['type'])
  if (kind === 'other' && own !== '') return own.slice(own.lastIndexOf('.') + 1)
  const detail =
    kind === 'schedule' ? scheduleText(config['schedule']) : textOf(config['channel']) || textOf(config['path'])
  return [kind, detail].filter((part) => part !== '').join(' · ')
}

/** "https://api.example.com/v1/x?y" becomes "/v1/x?y"; a text that is not a URL is returned unchanged. */
const pathOf = (url: string): string => url.replace(/^https?:\/\/[^/?#{]*(?=[/?#])/, '')

/** Names of the inputs of a node without a URL, whose tool has one: "order_no, language". */
const inputText = (config: JsonRecord): string =>
  ['path', 'query', 'body', 'input', 'params']
    .flatMap((part) => Object.keys(recordOf(config[part])))
    .slice(0, 10)
    .join(', ')

/** A duration in days, hours or minutes if it is a whole number of them, else in seconds. */
function secondsText(seconds: number): string {
  for (const [unit, size] of [
    ['d', 86_400],
    ['h', 3_600],
    ['min', 60],
  ] as const)
    if (seconds >= size && seconds % size === 0 && (unit !== 'd' || seconds > size)) return `${seconds / size} ${unit}`
  return `${seconds} s`
}

function waitSummary(config: JsonRecord): string {
  const seconds = numberOf(config['seconds'])
  const timeout = numberOf(config['timeout_s'])
  const until = textOf(config['until'])
  const event = textOf(config['event'])
  const what =
    seconds !== null ? secondsText(seconds) : until !== '' ? `until ${until}` : event !== '' ? `until a ${event}` : ''
  return [what, timeout === null ? '' : `at most ${secondsText(timeout)}`].filter((part) => part !== '').join(' · ')
}

function agentSummary(config: JsonRecord): string {
  const tools = listOf(config['tools']).filter((tool) => typeof tool === 'string')
  const temperature = numberOf(config['temperature'])
  const parts = [textOf(config['model']), tools.join(', '), temperature === null ? '' : `temperature ${temperature}`]
  return parts.filter((part) => part !== '').join(' · ')
}

/** The last line that is not a comment or only brackets, which is usually the result of the code. */
function lastStatement(source: string): string {
  const lines = source
    .slice(-20 * maxSummary)
    .split('\n')
    .map((line) => line.trim())
  return lines.findLast((line) => /[\p{L}\p{N}]/u.test(line) && !line.startsWith('//')) ?? ''
}

function subflowSummary(node: Node): string {
  const wait = node.config['wait']
  return [textOf(node.config['flow']), wait === true ? 'waits' : wait === false ? 'does not wait' : '']
    .filter((part) => part !== '')
    .join(' · ')
}

function summary(node: Node): string {
  const { config } = node
  switch (kindOf(node.type)) {
    case 'trigger':
      return triggerSummary(config)
    case 'api':
      return `${textOf(config['method'])} ${pathOf(textOf(config['url']))}`.trim() || inputText(config)
    case 'transform':
      return firstPart(textOf(config['expression']))
    case 'condition':
      return listOf(config['cases'])
        .slice(0, 10)
        .map((item) => textOf(recordOf(item)['expression']))
        .filter((text) => text !== '')
        .join(' · ')
    case 'agent':
      return agentSummary(config)
    case 'code':
      return lastStatement(textOf(config['source']))
    case 'message':
      return firstPart(textOf(config['text']))
    case 'wait':
      return waitSummary(config)
    case 'subflow':
      return subflowSummary(node)
    case 'note':
      return firstPart(textOf(config['text']))
    case 'group':
      return textOf(config['label']) || node.name
    default:
      return firstPart(foreignSummary(config))
  }
}

/** One-line summary of a node's configuration; "" if it has none. */
export const summaryOf = (node: Node): string => {
  const text = oneLine(summary(node).slice(0, 4 * maxSummary))
  return text.length <= maxSummary ? text : `${text.slice(0, maxSummary - 1)}…`
}

/**
 * Node and edge counts of a flow. Notes are counted; groups, which are frames around nodes, are not. `SOURCES.tsv` has
 * the same rule for every format whose containers become nodes of type "group" (Node-RED).
 */
export function countsOf(flow: { nodes: readonly Node[]; edges: readonly Edge[] }): { nodes: number; edges: number } {
  return { nodes: flow.nodes.filter((node) => node.type !== 'group').length, edges: flow.edges.length }
}

/**
 * The model that an agent requests: the default model (null = none) replaces an empty name and "standard". Empty if
 * neither a model nor a default is given.
 */
export const requestedModel = (named: string, usual: string | null): string =>
  named === '' || named === 'standard' ? (usual ?? named) : named
