/** Reads flow files. The only entry point, for console and service. */
import { importLimit, maxEdges, maxName, maxNodes, maxText } from '#contract/kernel/limits.ts'
import { type FlowDraft, type RawFlow, type Warning, Warnings } from '#flow/draft.ts'
import { isYamlName } from '#flow/formats/format-titles.ts'
import { explainMismatch } from '#flow/formats/formats.ts'
import { recognise } from '#flow/formats/envelopes.ts'
import { requiresOf } from '#flow/requires.ts'
import { redactFlow } from '#flow/secrets/secrets.ts'
import { repairParents } from './parents.ts'
import { depthOf, isRecord, type Json } from '#lib/json/json.ts'
import { type JsonRepair, toStandardJson } from '#lib/json/lenient-json.ts'
import { bodyDepth, type JsonProblem, type JsonResult, parseJson } from '#lib/json/safe-json.ts'
import { parseYaml, type YamlProblem } from '#lib/json/safe-yaml.ts'
import { cutText, decodeText, normalName } from '#lib/text/text.ts'

/**
 * Maximum nesting of a file. Trees of steps (Activepieces) are as deep as the flow is long, but they are flattened; the
 * result must not exceed the limit of a request.
 */
export const fileDepth = 1000
/** Maximum nesting of a template: a request wraps it in one more object. */
const templateDepth = bodyDepth - 1
/** Maximum number of levels by which the nesting of foreign nodes grows in a template. */
const maxAddedLevels = 7

export type RefusalCode =
  | 'empty'
  | 'encoding'
  | 'binary'
  | 'too-large'
  | 'flow-too-large'
  | 'json-syntax'
  | 'yaml-syntax'
  | 'alias-limit'
  | 'too-deep'
  | 'duplicate-key'
  | 'bad-text'
  | 'bad-number'
  | 'many-documents'
  | 'bad-shape'
  | 'no-graph'
  | 'no-flow'

/**
 * `message` is a sentence for people, without file name or position; `format` is set if the format was recognised.
 */
export interface Refusal {
  ok: false
  code: RefusalCode
  message: string
  line?: number
  column?: number
  format?: string
}

export type ReadResult = { ok: true; format: string; flows: FlowDraft[] } | Refusal

/**
 * A file as bytes, as pasted text, or as a document from a request that lib/json/safe-json.ts has parsed. `name` helps
 * to detect the format and is the fallback for the flow's name.
 */
export type FlowFile =
  | { name: string; bytes: Uint8Array }
  | { name: string; text: string }
  | { name: string; document: Json }

const refuse = (code: RefusalCode, message: string): Refusal => ({ ok: false, code, message })

const codeOfProblem: Record<JsonProblem['code'], RefusalCode> = {
  syntax: 'json-syntax',
  depth: 'too-deep',
  values: 'too-large',
  duplicate_key: 'duplicate-key',
  nul: 'bad-text',
  surrogate: 'bad-text',
  number: 'bad-number',
}

/** True for several documents in one text: a log, or concatenated files. */
function isSeveralDocuments(text: string, problem: JsonProblem): boolean {
  if (problem.code !== 'syntax' || !/[{[]/.test(text.charAt(problem.offset))) return false
  return parseJson(text.slice(0, problem.offset), { depth: fileDepth }).ok
}

/** `fallbackRefusal`: a more specific refusal to return if the document contains no flow. */
interface OpenedDocument {
  ok: true
  document: Json
  depth: number
  removed: number
  repairs: readonly JsonRepair[]
  fallbackRefusal: Refusal | null
}
type Opened = OpenedDocument | Refusal

/** Refusal of a text that does not begin as JSON. */
const notJsonMessage = (text: string): string =>
  text.trimStart().startsWith('<')
    ? 'The file looks like a web page or XML, not JSON or YAML.'
    : 'The file is neither JSON nor a flow in YAML.'

function refuseJson(text: string, problem: JsonProblem): Refusal {
  const { line, column, offset } = problem
  const at = { line, column }
  if (problem.code === 'syntax' && /^\/[/*]/.test(text.slice(offset, offset + 2)))
    return { ...refuse('json-syntax', 'The file contains comments, which JSON does not allow. Remove them.'), ...at }
  if (problem.code === 'syntax' && text.slice(0, offset).trim() === '')
    return { ...refuse('json-syntax', notJsonMessage(text)), ...at }
  if (!isSeveralDocuments(text, problem)) return { ...refuse(codeOfProblem[problem.code], problem.message), ...at }
  const isLines = text.slice(0, offset).trimEnd().lastIndexOf('\n') < text.indexOf('\n')
  const what = isLines
    ? 'The file is JSON Lines, with one document per line.'
    : 'The file contains several JSON documents.'
  return { ...refuse('many-documents', `${what} Put each one in a separate file.`), ...at }
}

const codeOfYaml: Record<YamlProblem['code'], RefusalCode> = {
  syntax: 'yaml-syntax',
  depth: 'too-deep',
  aliases: 'alias-limit',
  documents: 'many-documents',
  empty: 'empty',
  size: 'too-large',
  duplicate_key: 'duplicate-key',
  nul: 'bad-text',
  surrogate: 'bad-text',
  number: 'bad-number',
}

function refuseYaml({ code, message, line, column }: YamlProblem): Refusal {
  const refusal = refuse(codeOfYaml[code], message)
  return line === undefined || column === undefined ? refusal : { ...refusal, line, column }
}

/** Whether the first non-empty line begins a document, names a value or begins a list. */
const looksLikeYaml = (text: string): boolean =>
  /^(?:\s*(?:#[^\n]*)?\n)*(?:---|%YAML|- |["']?[\w.-]{1,80}["']?:(?:\s|$))/.test(text)

/** Parses JSON, allowing NaN and trailing commas. Other errors are reported for the original text. */
function parseLenientJson(text: string): { json: JsonResult; repairs: readonly JsonRepair[] } {
  const json = parseJson(text, { depth: fileDepth })
  if (json.ok || json.code !== 'syntax') return { json, repairs: [] }
  const standard = toStandardJson(text)
  const again = standard.repairs.length === 0 ? json : parseJson(standard.text, { depth: fileDepth })
  return again.ok ? { json: again, repairs: standard.repairs } : { json, repairs: [] }
}

/**
 * Parses JSON, else YAML, regardless of the file name. If the text is neither, the error is that of the format which
 * the name or the beginning suggests.
 */
function openText(text: string, name: string): Opened {
  const { json, repairs } = parseLenientJson(text)
  if (json.ok)
    return { ok: true, document: json.value, depth: json.depth, removed: json.removed, repairs, fallbackRefusal: null }
  const isYaml = isYamlName(name) || (!/\.json$/i.test(name) && looksLikeYaml(text))
  // Well-formed up to this point: the error is not about syntax.
  if (json.code !== 'syntax' || (json.offset > 0 && !isYaml)) return refuseJson(text, json)
  const yaml = parseYaml(text, { depth: fileDepth })
  if (!yaml.ok) return isYaml ? refuseYaml(yaml) : refuseJson(text, json)
  const { value, depth, removed } = yaml
  const fallbackRefusal = isYaml ? null : refuseJson(text, json)
  if (fallbackRefusal !== null && typeof value !== 'object') return fallbackRefusal
  return { ok: true, document: value, depth, removed, repairs: [], fallbackRefusal }
}

function open(file: FlowFile): Opened {
  if ('document' in file)
    return {
      ok: true,
      document: file.document,
      depth: depthOf(file.document),
      removed: 0,
      repairs: [],
      fallbackRefusal: null,
    }
  const size = 'bytes' in file ? file.bytes.length : file.text.length
  if (size > importLimit) return refuse('too-large', `The file is larger than ${importLimit / 1024 / 1024} MB.`)
  const decoded =
    'bytes' in file ? decodeText(file.bytes) : { ok: true as const, text: file.text.replace(/^\uFEFF/, '') }
  if (!decoded.ok) return refuse(decoded.code, decoded.message)
  if (!/\S/.test(decoded.text)) return refuse('empty', 'The file is empty.')
  return openText(decoded.text, file.name)
}

/** Fallback name of a flow: "orders-v2" for "orders-v2.json". */
const nameOfFile = (name: string): string => normalName(name.replace(/^.*[/\\]/, '').replace(/\.[^.]{1,20}$/, ''))

/** Data shared by all flows of a file. */
interface AboutFile {
  format: string
  file: FlowFile
  warnings: readonly Warning[]
}

const repairMessages: Record<JsonRepair, string> = {
  not_a_number: 'The file contains NaN or Infinity, which JSON does not allow. They were read as empty.',
  trailing_comma: 'The file has a comma before a closing bracket, which JSON does not allow. It was ignored.',
}

const openingWarnings = (repairs: readonly JsonRepair[], removed: number): Warning[] => [
  ...repairs.map((code) => ({ code, message: repairMessages[code] })),
  ...(removed > 0 ? [{ code: 'key_removed', message: 'Keys named “__proto__” were removed.' }] : []),
]

/** Adds names, limits and warnings. `number`: index of the flow in the file. */
function finish(raw: RawFlow, number: number, { format, file, warnings: ofFile }: AboutFile): FlowDraft {
  const warnings = [...raw.warnings]
  const own = normalName(raw.name)
  const fallback = nameOfFile(file.name) || 'Untitled flow'
  const name = own === '' ? (number === 0 ? fallback : `${fallback} ${number + 1}`) : own
  const shortName = cutText(name, maxName)
  if (shortName !== name)
    warnings.push({ code: 'name_cut', message: `The name is longer than ${maxName} characters and was cut.` })
  if (own === '') warnings.push({ code: 'no_name', message: 'The flow has no name in the file.' })
  const description = cutText(raw.description, maxText)
  if (description !== raw.description) {
    warnings.push({
      code: 'description_cut',
      message: `The description is longer than ${maxText} characters and was cut.`,
    })
  }
  warnings.push(...ofFile)
  const parents = new Warnings()
  for (const { id, message } of repairParents(raw.nodes)) parents.add('parent', message, id)
  warnings.push(...parents.all())
  if (raw.dangling.length > 0) {
    const lines = raw.dangling.length === 1 ? 'One edge was' : `${raw.dangling.length} edges were`
    warnings.push({ code: 'dangling_edges', message: `${lines} removed because one end is missing.` })
  }
  const nodeChanges = raw.changedIds.filter((change) => change.kind === 'node')
  const first = nodeChanges[0]
  if (first) {
    const message = `${nodeChanges.length} ${nodeChanges.length === 1 ? 'node' : 'nodes'} with a duplicate or too long id got a new id. Edges stay with the first node.`
    warnings.push({ code: 'duplicate_id', message, node_id: first.to })
  }
  const { flow, redacted } = redactFlow({ ...raw, name: shortName, description, warnings })
  return { ...flow, sourceFormat: format, redacted, requires: requiresOf(flow).requires }
}

const refuseSize = (found: string): Refusal => {
  const most = `${maxNodes.toLocaleString('en')} nodes and ${maxEdges.toLocaleString('en')} edges`
  return refuse('flow-too-large', `${found}. The limit is ${most}.`)
}

/** Maximum number of entries of any list. */
const maxEntries = Math.max(maxNodes, maxEdges)

/** Keys of lists that contain nodes or edges. */
const partsByKey = new Map([
  ['nodes', 'nodes'],
  ['edges', 'edges'],
  ['links', 'edges'],
])

/**
 * Rejects a document before it is read if a list, or an object keyed by id, has more objects than a flow may have nodes
 * or edges.
 */
function refuseEntries(document: Json): Refusal | null {
  const unvisited: Json[] = [document]
  const nouns = new Map<Json | undefined, string>()
  for (let next = unvisited.pop(); next !== undefined; next = unvisited.pop()) {
    if (typeof next !== 'object' || next === null) continue
    let entries = 0
    for (const child of Object.values(next)) {
      if (isRecord(child)) entries += 1
      if (typeof child === 'object') unvisited.push(child)
    }
    if (isRecord(next)) for (const [key, noun] of partsByKey) if (key in next) nouns.set(next[key], noun)
    if (entries > maxEntries) {
      const many = entries.toLocaleString('en')
      const noun = nouns.get(next)
      return refuseSize(noun === undefined ? `A list in the file has ${many} entries` : `The flow has ${many} ${noun}`)
    }
  }
  return null
}

function refuseParts({ nodes, edges }: RawFlow): Refusal | null {
  if (nodes.length > maxNodes) return refuseSize(`The flow has ${nodes.length.toLocaleString('en')} nodes`)
  if (edges.length > maxEdges) return refuseSize(`The flow has ${edges.length.toLocaleString('en')} edges`)
  return null
}

/** True if a service would reject the flow as a template because of its depth. */
const isTooDeep = ({ nodes, edges, metadata, variables, settings }: RawFlow): boolean =>
  depthOf({ flow: { nodes, edges, metadata, variables, settings } }) > templateDepth

/**
 * Reads a flow file of any known format. Never throws on content; deterministic. Secrets are replaced by references.
 */
export function readFlowFile(file: FlowFile): ReadResult {
  const opened = open(file)
  if (!opened.ok) return opened
  const { document, fallbackRefusal } = opened
  const large = refuseEntries(document)
  if (large !== null) return large
  // JSON texts within the document count with the depth of their content.
  let { depth, removed } = opened
  const found = recognise(document, (text) => {
    const inner = openText(text, '')
    if (!inner.ok) return null
    depth = Math.max(depth, inner.depth)
    removed += inner.removed
    return inner.document
  })
  if (depth > fileDepth)
    return refuse('too-deep', `The file is nested deeper than ${fileDepth.toLocaleString('en')} levels.`)
  if (found === null) {
    const mismatch = explainMismatch(document)
    return (
      fallbackRefusal ??
      (mismatch === null ? refuse('no-flow', 'The file contains no flow.') : refuse('bad-shape', mismatch))
    )
  }
  const { id: format } = found.format
  const flows: RawFlow[] = []
  for (const each of found.documents) {
    const entries = each === document ? null : refuseEntries(each)
    if (entries !== null) return { ...entries, format }
    const read = found.format.read(each, file.name)
    if (!read.ok) return { ...refuse(read.code, read.message), format }
    const parts = read.flows.map(refuseParts).find((refusal) => refusal !== null)
    if (parts !== undefined) return { ...parts, format }
    flows.push(...read.flows)
  }
  // A shallow file cannot give a template that is too deep.
  if (depth > templateDepth - maxAddedLevels && flows.some(isTooDeep))
    return { ...refuse('too-deep', `A part of the flow is nested deeper than ${templateDepth} levels.`), format }
  const about = { format, file, warnings: openingWarnings(opened.repairs, removed) }
  return { ok: true, format, flows: flows.map((raw, number) => finish(raw, number, about)) }
}
