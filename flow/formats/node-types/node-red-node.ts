/**
 * Maps Node-RED nodes to our node types. Nodes without an equivalent keep their type; every node stores its original,
 * without the fields that are mapped.
 */
import type { Node } from '#contract/flow.ts'
import { makeNode } from '#flow/draft.ts'
import { cardSize } from '#flow/node-kind.ts'
import { codeOfFunction } from './node-red-function.ts'
import { isRecord, type Json, type JsonRecord, listOf, numberOf, recordOf, textOf } from '#lib/json/json.ts'

interface Mapped {
  type: string
  config: JsonRecord
}

/** `repeat` is in seconds and becomes `every_seconds`, because cron cannot express every interval. */
function inject(item: JsonRecord): Mapped {
  const cron = textOf(item['crontab'])
  if (cron !== '') return { type: 'trigger', config: { kind: 'schedule', schedule: { cron, zone: 'UTC' } } }
  const seconds = numberOf(item['repeat']) ?? 0
  if (seconds <= 0) return { type: 'trigger', config: { kind: 'manual' } }
  return { type: 'trigger', config: { kind: 'schedule', schedule: { every_seconds: seconds } } }
}

/** Symbols for operators of the switch node. */
const operators: Readonly<Record<string, string>> = {
  eq: '==',
  neq: '!=',
  lt: '<',
  lte: '<=',
  gt: '>',
  gte: '>=',
  cont: 'contains',
  regex: 'matches',
  nnull: 'not null',
  btwn: 'between',
  istype: 'is',
  jsonata_exp: 'expression',
  else: 'otherwise',
}

const wordOf = (value: Json | undefined): string =>
  value === undefined || value === null ? '' : typeof value === 'string' ? value : JSON.stringify(value)

/** The label that the file gives to an output; "" if it gives none. */
const labelInFile = (labels: Json | undefined, port: number): string => textOf(listOf(labels)[port])

function switchNode(item: JsonRecord): Mapped {
  const property = textOf(item['property'])
  const cases = listOf(item['rules'])
    .filter(isRecord)
    .map((rule, index) => {
      const operator = textOf(rule['t'])
      const label = [operators[operator] ?? operator, wordOf(rule['v']), wordOf(rule['v2'])]
        .filter((part) => part !== '')
        .join(' ')
      return {
        id: `case_${index}`,
        label: labelInFile(item['outputLabels'], index) || label,
        expression: `${property} ${label}`,
      }
    })
  return { type: 'condition', config: { language: 'node-red', cases, else: false } }
}

const secondsPer: Readonly<Record<string, number>> = {
  milliseconds: 0.001,
  seconds: 1,
  minutes: 60,
  hours: 3600,
  days: 86_400,
}

/** A delay node may instead limit a rate and then has no fixed duration. */
function delay(item: JsonRecord): Mapped {
  const amount = numberOf(item['timeout'])
  const unit = secondsPer[textOf(item['timeoutUnits'])]
  const isFixed = item['pauseType'] === 'delay' && amount !== null && unit !== undefined
  return { type: 'wait', config: isFixed ? { seconds: amount * unit } : {} }
}

function functionNode(item: JsonRecord): Mapped {
  const source = codeOfFunction(item)
  return source === null
    ? { type: 'function', config: {} }
    : { type: 'code', config: { language: 'javascript', source } }
}

const httpMethod = (item: JsonRecord): string => (textOf(item['method']) || 'get').toUpperCase()

const mappers: ReadonlyMap<string, (item: JsonRecord) => Mapped> = new Map<string, (item: JsonRecord) => Mapped>([
  ['inject', inject],
  [
    'http in',
    (item) => ({ type: 'trigger', config: { kind: 'webhook', method: httpMethod(item), path: textOf(item['url']) } }),
  ],
  ['switch', switchNode],
  ['function', functionNode],
  ['http request', (item) => ({ type: 'api', config: { method: httpMethod(item), url: textOf(item['url']) } })],
  ['change', (item) => ({ type: 'transform', config: { language: 'node-red', expression: changes(item) } })],
  [
    'template',
    (item) => ({ type: 'transform', config: { language: 'mustache', expression: textOf(item['template']) } }),
  ],
  ['delay', delay],
  [
    'comment',
    (item) => ({
      type: 'note',
      config: { text: [textOf(item['name']), textOf(item['info'])].filter((part) => part !== '').join('\n\n') },
    }),
  ],
])

function changes(item: JsonRecord): string {
  const lines = listOf(item['rules'])
    .filter(isRecord)
    .map((rule) => {
      const parts = [textOf(rule['t']), wordOf(rule['p']), ...('to' in rule ? ['=', wordOf(rule['to'])] : [])]
      return parts.join(' ')
    })
  return lines.join('\n')
}

/** Type prefix of a subflow instance, followed by the id of its definition. */
const instance = 'subflow:'

function mapped(item: JsonRecord): Mapped {
  const type = textOf(item['type'])
  const mapper = mappers.get(type)
  if (mapper) return mapper(item)
  // Keeps the id of the definition: it is imported as a separate flow, which does not exist yet.
  if (type.startsWith(instance)) return { type: 'subflow', config: { flow: type.slice(instance.length), wait: true } }
  return { type, config: {} }
}

/** The item without fields that are mapped to our node: id, name, wires, disabled, group, tab. */
function originalOf(item: JsonRecord): JsonRecord {
  const left = new Set(['id', 'name', 'wires', 'd', 'g', 'z'])
  return Object.fromEntries(Object.entries(item).filter(([key]) => !left.has(key)))
}

/** Context of a placed node. `subflows`: subflow definitions by id. */
interface PlacedIn {
  id: string
  group: { id: string; x: number; y: number } | null
  subflows: ReadonlyMap<string, JsonRecord>
}

/** Handle of an output of a node that is no switch: "out" for a single one, else "out:" and the index. */
export const outputHandle = (port: number, ports: number): string => (ports <= 1 ? 'out' : `out:${port}`)

/** The outputs of a node that is no switch, if there are several. `labels`: `outputLabels` of the file. */
const severalOutputs = (item: JsonRecord, labels: Json | undefined): { id: string; label: string }[] => {
  const ports = listOf(item['wires']).length
  if (ports <= 1) return []
  return Array.from({ length: ports }, (_, port) => ({
    id: outputHandle(port, ports),
    label: labelInFile(labels, port) || `output ${port + 1}`,
  }))
}

/**
 * Converts a placed node. Node-RED's `x` and `y` are the centre on the tab; our position is the top-left corner of a
 * card with that centre, relative to its group, if any.
 */
export function nodeRedNode(item: JsonRecord, { id, group, subflows }: PlacedIn): Node {
  const { type, config } = mapped(item)
  const fileType = textOf(item['type'])
  const definition = fileType.startsWith(instance) ? recordOf(subflows.get(fileType.slice(instance.length))) : {}
  const outputs = type === 'condition' ? [] : severalOutputs(item, item['outputLabels'] ?? definition['outputLabels'])
  const x = numberOf(item['x'])
  const y = numberOf(item['y'])
  const position =
    x !== null && y !== null
      ? { x: x - cardSize.width / 2 - (group?.x ?? 0), y: y - cardSize.height / 2 - (group?.y ?? 0) }
      : null
  return makeNode({
    id,
    type,
    // A subflow instance without a name has that of the subflow, as in Node-RED's editor.
    name: textOf(item['name']) || textOf(definition['name']) || fileType,
    position,
    parent: group?.id ?? null,
    config: { ...config, ...(outputs.length === 0 ? {} : { outputs }), original: originalOf(item) },
    disabled: item['d'] === true,
    notes: type === 'note' ? '' : textOf(item['info']),
  })
}

/** Converts a group: in the file, its position is the top-left corner on the tab, its size is `w` and `h`. */
export function nodeRedGroup(item: JsonRecord, id: string): Node {
  const x = numberOf(item['x'])
  const y = numberOf(item['y'])
  const width = numberOf(item['w'])
  const height = numberOf(item['h'])
  const style = recordOf(item['style'])
  const colour = textOf(style['fill']) || textOf(style['stroke'])
  const label = textOf(item['name'])
  return makeNode({
    id,
    type: 'group',
    name: label,
    position: x !== null && y !== null ? { x, y } : null,
    size: width !== null && height !== null ? { width, height } : null,
    config: { label, ...(colour === '' ? {} : { colour }), original: originalOf(item) },
  })
}
