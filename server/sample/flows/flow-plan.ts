/**
 * Parser for a compact text notation of flows. Each node is a line `type id :: Name :: …`: a leading `-` disables it,
 * and a last part that begins with `#` contains its notes. `group id :: Name` … `end` encloses a group. `a > b.yes > c`
 * adds edges, where `.yes` is the output (default "out").
 *
 *   trigger id :: Name :: message <channel> | schedule <cron> <zone> | webhook | manual [:: field, field]
 *   api id :: Name :: tool | METHOD url [:: query.x=… :: body.x=… :: expect=200,404 :: retry=2/400 :: timeout_ms=8000]
 *   transform id :: Name :: expression        js id :: Name :: source [:: tool=key]
 *   if id :: Name :: case: expression :: case (label): expression [:: tool=key]
 *   agent id :: Name :: tool | – :: instructions [:: tools=a,b :: temperature=0.2]
 *   say id :: Name :: channel | reply :: text
 *   wait id :: Name :: seconds=60 | until=… | event=reply :: timeout_s=86400
 *   sub id :: Name :: flow [:: wait=false :: input.x=…]
 *   note id :: text :: id of the described node
 */
import type { Edge, Node } from '#contract/flow.ts'
import { type JsonRecord, listOf, recordOf, textOf } from '#lib/json/json.ts'

/** A node, or a group with its content. `describedId`: id of the node that a note describes. */
export interface Part {
  node: Node
  children: Part[]
  describedId: string | null
}

export interface FlowPlan {
  parts: Part[]
  edges: Edge[]
}

/** Model of agents; those that only read use a small one. */
const modelOf = (tool: string): string => (tool === 'extract_agent' ? 'small' : 'standard')
const separator = ' :: '

/** Parses a plan. `flowId` maps the key of a flow to its id. Throws an error that quotes the invalid part. */
export function readFlowPlan(text: string, flowId: (key: string) => string): FlowPlan {
  const plan: FlowPlan = { parts: [], edges: [] }
  let group: Part | null = null
  const types = new Map<string, string>()
  for (const line of text.split('\n').map((each) => each.trim())) {
    if (line === '') continue
    if (line === 'end') group = null
    else if (/^[\w.]+( > [\w.]+)+$/.test(line)) readEdges(line, plan.edges)
    else {
      const part = readNode(line, flowId)
      types.set(part.node.id, part.node.type)
      if (group) part.node.parent = group.node.id
      ;(group ? group.children : plan.parts).push(part)
      if (part.node.type === 'group') group = part
    }
  }
  for (const edge of plan.edges) {
    for (const end of [edge.source, edge.target])
      if (!types.has(end)) throw new Error(`The edge ${edge.id} has no node "${end}".`)
    if (types.get(edge.source) === 'condition' && edge.source_handle === 'out')
      throw new Error(`The edge ${edge.id} names no case of its condition.`)
    edge.label = labelOf(edge, plan.parts)
  }
  return plan
}

function readEdges(line: string, edges: Edge[]): void {
  const stops = line.split(' > ').map((stop) => stop.split('.'))
  for (const [index, [target = '']] of stops.entries()) {
    const [source = '', handle = 'out'] = stops[index - 1] ?? []
    if (index === 0) continue
    const id = `e_${source}_${handle}_${target}`
    edges.push({ id, source, target, source_handle: handle, target_handle: null, label: null, condition: null })
  }
}

/** Label of an edge: the label of its case, or the name of its output; null for "out". */
function labelOf(edge: Edge, parts: readonly Part[]): string | null {
  const node = allNodes(parts).find((each) => each.id === edge.source)
  const usedIds = listOf(node?.config['cases'])
    .map(recordOf)
    .find((each) => each['id'] === edge.source_handle)
  if (usedIds) return textOf(usedIds['label'])
  return edge.source_handle === 'out' ? null : edge.source_handle
}

/** Nodes of a plan; groups precede their content. */
export const allNodes = (parts: readonly Part[]): Node[] =>
  parts.flatMap((part) => [part.node, ...allNodes(part.children)])

const kinds: Record<string, string> = { if: 'condition', js: 'code', say: 'message', sub: 'subflow' }

/** Removes the notes from the end of the parts and returns them; '' if there are none. */
function notesIn(parts: string[]): string {
  return parts.at(-1)?.startsWith('# ') ? (parts.pop() ?? '').slice(2) : ''
}

function readNode(line: string, flowId: (key: string) => string): Part {
  const match = /^(-?)(\w+) +(\w+) :: (.+)$/.exec(line)
  if (!match) throw new Error(`Invalid line: ${line}`)
  const [, minus, word = '', id = '', rest = ''] = match
  const [name = '', ...more] = rest.split(separator)
  const notes = notesIn(more)
  const read = readers[word]
  if (!read) throw new Error(`Unknown type "${word}": ${line}`)
  const isNote = word === 'note'
  const { tool, ...config } = read(isNote ? [name, ...more] : more, flowId)
  const node: Node = {
    id,
    type: kinds[word] ?? word,
    name: isNote ? 'Note' : name,
    position: null,
    size: null,
    parent: null,
    tool: textOf(tool) || null,
    config: word === 'group' ? { label: name, ...config } : config,
    disabled: minus === '-',
    notes,
  }
  return { node, children: [], describedId: isNote ? textOf(more[0]) : null }
}

/** Converts the parts after the name to a config. Its key `tool`, if any, becomes the tool of the node. */
type Reader = (parts: string[], flowId: (key: string) => string) => JsonRecord

const readers: Record<string, Reader> = {
  trigger: ([what = 'manual', fields]) => {
    const [kind = 'manual', ...words] = what.split(' ')
    const read: JsonRecord = { kind }
    if (kind === 'message') read['channel'] = words[0] ?? ''
    if (kind === 'schedule') read['schedule'] = { cron: words.slice(0, -1).join(' '), zone: words.at(-1) ?? 'UTC' }
    if (fields) read['input_schema'] = schemaOf(fields)
    return read
  },
  api: ([target = '', ...more]) => {
    const [, method, url] = /^([A-Z]+) (\S+)$/.exec(target) ?? []
    return { ...(method && url ? { method, url } : { tool: target }), ...settings(more) }
  },
  transform: ([expression = '', ...more]) => ({ language: 'jsonata', expression, ...settings(more) }),
  if: (parts) => ({
    language: 'cel',
    cases: parts.filter((part) => !part.startsWith('tool=')).map(caseOf),
    ...settings(parts.filter((part) => part.startsWith('tool='))),
  }),
  agent: ([tool = '', instructions = '', ...more]) => ({
    ...(tool === '–' ? {} : { tool }),
    model: modelOf(tool),
    instructions,
    tools: [],
    temperature: 0.2,
    max_tokens: 800,
    max_steps: 4,
    ...settings(more),
  }),
  js: ([source = '', ...more]) => ({ language: 'javascript', source, timeout_ms: 1000, ...settings(more) }),
  say: ([channel = 'reply', text = '']) => ({ channel, text }),
  wait: (parts) => settings(parts),
  sub: ([key = '', ...more], flowId) => ({ flow: flowId(key), wait: true, input: {}, ...settings(more) }),
  note: ([text = '']) => ({ text, colour: 'sand' }),
  group: ([colour]) => ({ colour: colour ?? 'neutral' }),
}

/** Parses a case: "yes: input.total < 50" or "too_late (too late): …". */
function caseOf(part: string): JsonRecord {
  const [, id = '', label, expression = ''] = /^(\w+)(?: \(([^)]+)\))?: (.+)$/.exec(part) ?? []
  if (id === '') throw new Error(`This is not a case: ${part}`)
  return { id, label: label ?? id.replaceAll('_', ' '), expression }
}

/** Parses input fields to a schema: "name, consent=boolean"; the default type is text. */
function schemaOf(fields: string): JsonRecord {
  const types = fields.split(', ').map((field) => field.split('='))
  return {
    type: 'object',
    required: types.map(([name = '']) => name),
    properties: Object.fromEntries(types.map(([name = '', type = 'string']) => [name, { type }])),
  }
}

const listed = new Set(['tools', 'expect'])

/** Parses settings: "query.order_no=…" sets {query: {order_no}}, "retry=2/400" sets {times, wait_ms}. */
function settings(parts: readonly string[]): JsonRecord {
  const all: JsonRecord = {}
  for (const part of parts) {
    const [, path = '', text = ''] = /^([\w.]+)=(.*)$/.exec(part) ?? []
    if (path === '') throw new Error(`This is not key=value: ${part}`)
    const [key = '', inner] = path.split('.')
    const before = all[key]
    if (inner === undefined) all[key] = valueOf(key, text)
    else all[key] = { ...(typeof before === 'object' && !Array.isArray(before) ? before : {}), [inner]: scalar(text) }
  }
  return all
}

function valueOf(key: string, text: string): JsonRecord[string] {
  if (key === 'retry') {
    const [times, wait] = text.split('/')
    return { times: Number(times), wait_ms: Number(wait ?? 400) }
  }
  return listed.has(key) ? text.split(',').map(scalar) : scalar(text)
}

const scalar = (text: string): string | number | boolean =>
  text === 'true' || text === 'false' ? text === 'true' : /^-?\d+(\.\d+)?$/.test(text) ? Number(text) : text
