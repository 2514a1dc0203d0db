/**
 * The searchable text of a flow's definition, in lines that name the node and the field. Secrets are replaced by their
 * names before. Pure, linear and not recursive.
 */
import type { FlowDetail, Node } from '#contract/flow.ts'
import type { DefinitionField } from '#contract/flows/flow-search.ts'
import { kindOf } from '#flow/node-kind.ts'
import { channelOf, toolsOf } from '#flow/requires.ts'
import { secretKeysIn } from '#flow/secret-references.ts'
import { redactFlow } from '#flow/secrets/secrets.ts'
import { foreignTypeWord } from '#flow/visual-kind/step-words.ts'
import { visualKindOf } from '#flow/visual-kind/visual-kind.ts'
import { recordOf, textOf, type Json, type JsonRecord } from '#lib/json/json.ts'
import { cutText } from '#lib/text/text.ts'
import { foldText } from './find-query.ts'

type Definition = Pick<FlowDetail, 'nodes' | 'edges' | 'metadata' | 'variables' | 'settings'>

export interface DefinitionLine {
  /** Index in `nodes`; -1 = the flow itself. */
  node: number
  field: DefinitionField
  /** Top-level field of the configuration; "" if `field` says it. */
  path: string
  /** Without line breaks. */
  text: string
}

export interface DefinitionText {
  nodes: { id: string; name: string; type: string }[]
  lines: DefinitionLine[]
}

/** Longest searchable text of one value, in code points: three pages, longer than nearly all prompts. */
const maxLine = 10_000
/**
 * Maximum characters of all lines: about 2,000 nodes. A search reads the lines of every flow that it finds. Names, types
 * and references come first, so that in larger flows only long values are left out.
 */
const maxLines = 500_000
/** Longest path: keys of damaged files are data. */
const maxPath = 60

/** Collects lines up to `maxLines`, each text of a node once. */
class Lines {
  readonly lines: DefinitionLine[] = []
  readonly #known = new Map<number, Set<string>>()
  #left = maxLines

  add(node: number, field: DefinitionField, original: string, path = ''): void {
    const text = cutText(
      original
        .slice(0, 2 * maxLine)
        .replaceAll(/[\s\0]+/g, ' ')
        .trim(),
      maxLine,
    )
    const known = this.#known.get(node) ?? new Set()
    if (text === '' || text.length > this.#left || known.has(text)) return
    this.#known.set(node, known.add(text))
    this.#left -= text.length
    this.lines.push({ node, field, path: cutText(path, maxPath), text })
  }
}

/** A text in the configuration of a node, and the keys above it: the first one and the last two. */
interface ConfigText {
  text: string
  /** Without indexes of lists and the wrappers of other products. */
  keys: readonly string[]
  isCredential: boolean
}

/** Objects that contain the fields of another product: their own names are no content. */
const wrappers = new Set(['original', 'parameters'])
/** Keys of identifiers and wires, which are not searched for. */
const skippedKeys = new Set(['id', 'wires', 'z', '__rl'])

const credentialKey = /^credentials?$/i
const modelKey = /^model(?:_?(?:id|name))?$/i
/** Fields of an object that names a model. */
const modelNameKey = /^(?:value|name|id)$/i

const isModel = (keys: readonly string[]): boolean => {
  const last = keys.at(-1) ?? ''
  return modelKey.test(last) || (modelNameKey.test(last) && modelKey.test(keys.at(-2) ?? ''))
}

/** An object or value that is still to be read. */
interface OpenValue extends Omit<ConfigText, 'text'> {
  value: Json
  isWrapped: boolean
}

/** A field of an object, or an item of a list. */
function childOf(open: OpenValue, key: string | null, value: Json): OpenValue {
  const { keys } = open
  if (key === null) return { ...open, value }
  if (keys.length === 0 && wrappers.has(key)) return { ...open, value, isWrapped: true }
  const kept = keys.length < 3 ? keys : [...keys.slice(0, 1), ...keys.slice(-1)]
  return { ...open, value, keys: [...kept, key], isCredential: open.isCredential || credentialKey.test(key) }
}

/** All texts of a configuration, in order, without the type in the other product. */
function textsOf(config: JsonRecord): ConfigText[] {
  const found: ConfigText[] = []
  const stack: OpenValue[] = [{ value: config, keys: [], isWrapped: false, isCredential: false }]
  for (let open = stack.pop(); open !== undefined; open = stack.pop()) {
    const { value, keys, isWrapped, isCredential } = open
    if (typeof value === 'string') found.push({ text: value, keys, isCredential })
    else if (Array.isArray(value)) for (const item of value.toReversed()) stack.push(childOf(open, null, item))
    else if (value !== null && typeof value === 'object') {
      const isProductType = (key: string) => isWrapped && keys.length === 0 && key === 'type'
      for (const [key, item] of Object.entries(value).toReversed())
        if (!skippedKeys.has(key) && !isProductType(key)) stack.push(childOf(open, key, item))
    }
  }
  return found
}

/** The host of a URL, without a user; not if it is computed. */
const host = /\b[a-z][a-z\d+.-]{1,20}:\/\/(?:[^\s/?#@"'`<>{}]{0,200}@)?([^\s/?#@"'`<>{}\\,;)]{1,253})(?!\{)/gi

/** Lines of what a node refers to: model, hosts, secrets, credentials. */
function addReferences(lines: Lines, index: number, { text, keys, isCredential }: ConfigText): void {
  for (const key of secretKeysIn(text)) lines.add(index, 'secret', key)
  if (text.includes('://')) for (const [, name = ''] of text.matchAll(host)) lines.add(index, 'host', name)
  if (isModel(keys)) lines.add(index, 'model', text)
  if (isCredential) lines.add(index, 'credential', text)
}

/** "n8n-nodes-base.httpRequest (HTTP request)". */
function typeText(node: Node): string {
  const product = textOf(recordOf(node.config['original'])['type'])
  const own = kindOf(node.type) === 'unknown' ? foreignTypeWord(node.type) : visualKindOf(node, null).label
  const type = `${node.type} (${own})`
  return product === '' || product === node.type ? type : `${type} · ${product} (${foreignTypeWord(product)})`
}

function addFacts(lines: Lines, index: number, node: Node, texts: readonly ConfigText[]): void {
  lines.add(index, 'name', node.name)
  lines.add(index, 'type', typeText(node))
  for (const tool of toolsOf(node)) lines.add(index, 'tool', tool)
  lines.add(index, 'channel', channelOf(node) ?? '')
  if (node.type === 'subflow') lines.add(index, 'flow', textOf(node.config['flow']))
  for (const text of texts) addReferences(lines, index, text)
}

/** Lines of a value; below the top level with its key, so that names of headers and parameters are found. */
function addValue(lines: Lines, index: number, { text, keys, isCredential }: ConfigText): void {
  if (isModel(keys) || isCredential) return
  const [path = '', ...rest] = keys
  const key = rest.at(-1)
  lines.add(index, 'text', key === undefined || text === '' ? text : `${key}: ${text}`, path)
}

const valueText = (value: Json | undefined): string =>
  typeof value === 'string' ? value : value === undefined ? '' : JSON.stringify(value)

/** The searchable text of a definition. Its lines never contain a secret. */
export function definitionText(original: Definition): DefinitionText {
  const { flow } = redactFlow({ name: '', description: '', ...original })
  const lines = new Lines()
  const texts = flow.nodes.map(({ config }) => textsOf(config))
  for (const [index, node] of flow.nodes.entries()) addFacts(lines, index, node, texts[index] ?? [])
  for (const { key, value } of flow.variables) lines.add(-1, 'variable', `${key}: ${valueText(value)}`)
  for (const [key, value] of Object.entries(flow.settings)) lines.add(-1, 'setting', `${key}: ${valueText(value)}`)
  const indexById = new Map(flow.nodes.map(({ id }, index) => [id, index]))
  for (const { source, label, condition } of flow.edges) {
    const index = indexById.get(source)
    if (index === undefined) continue
    lines.add(index, 'edge', label ?? '')
    lines.add(index, 'edge', condition ?? '')
  }
  for (const [index, node] of flow.nodes.entries()) {
    lines.add(index, 'note', node.notes)
    for (const text of texts[index] ?? []) addValue(lines, index, text)
  }
  return withUsedNodes(flow.nodes, lines.lines)
}

/** Only the nodes that have lines. */
function withUsedNodes(all: readonly Node[], lines: readonly DefinitionLine[]): DefinitionText {
  const nodes: DefinitionText['nodes'] = []
  const indexes = new Map<number, number>([[-1, -1]])
  const indexOf = (index: number): number => {
    const node = all[index]
    const known = indexes.get(index)
    if (known !== undefined || node === undefined) return known ?? -1
    indexes.set(index, nodes.push({ id: node.id, name: cutText(node.name, maxLine), type: node.type }) - 1)
    return nodes.length - 1
  }
  return { lines: lines.map((line) => ({ ...line, node: indexOf(line.node) })), nodes }
}

/** A query as it is compared with folded lines; "" matches nothing. */
export const foldDefinitionQuery = (query: string): string => foldText(query.replaceAll(/\s+/g, ' ').trim())

/** Maximum UTF-16 units of an excerpt before and after the match. */
const maxBefore = 40
const maxAfter = 120

/** Index in the text of each UTF-16 unit of its folded form, and of the end. */
function foldedOffsets(text: string): { folded: string; offsets: number[] } {
  let folded = ''
  const offsets: number[] = []
  let at = 0
  for (const point of text) {
    const part = foldText(point)
    folded += part
    for (let unit = 0; unit < part.length; unit += 1) offsets.push(at)
    at += point.length
  }
  offsets.push(at)
  return { folded, offsets }
}

/** The first match of a folded query in a text, in its spelling, with the text around it. Null without a match. */
export function excerptOf(text: string, query: string): { before: string; match: string; after: string } | null {
  const { folded, offsets } = foldedOffsets(text)
  const at = query === '' ? -1 : folded.indexOf(query)
  if (at === -1) return null
  const start = offsets[at] ?? 0
  const last = offsets[at + query.length - 1] ?? 0
  // A letter may fold to several, of which the last one found is not the last. Marks after a letter belong to it.
  const end = offsets.find((offset) => offset > last) ?? text.length
  const before = text.slice(0, start)
  const cut = before.length <= maxBefore ? before : `…${before.slice(-maxBefore).replace(/^[\uDC00-\uDFFF]/, '')}`
  return { before: cut, match: text.slice(start, end), after: cutText(text.slice(end), maxAfter) }
}
