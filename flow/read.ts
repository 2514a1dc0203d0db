/** From a file to flows: the one way in for the console and the service alike. */
import { importLimit, maxName, maxText } from '#contract/limits.ts'
import { type FlowDraft, type RawFlow, Warnings } from '#flow/draft.ts'
import { flowFormats, nearMiss } from '#flow/formats/formats.ts'
import { requiresOf } from '#flow/requires.ts'
import { redactFlow } from '#flow/secrets.ts'
import { mendParents } from '#flow/parents.ts'
import { depthOf, type Json } from '#lib/json.ts'
import { bodyDepth, type JsonProblem, parseJson } from '#lib/safe-json.ts'
import { parseYaml, type YamlProblem } from '#lib/safe-yaml.ts'
import { cutText, decodeText, normalName } from '#lib/text.ts'

/**
 * Nesting in a file. Trees of steps (Activepieces) are as deep as a flow is long, and come out flat; what comes out is held to
 * what a request may have.
 */
export const fileDepth = 1000
/** A request wraps a template in one more object, and what we read must be fit to be sent. */
const templateDepth = bodyDepth - 1
/** Foreign nodes come to lie up to seven levels deeper in a template than in their file. */
const mostAdded = 7

export type RefusalCode =
  | 'empty'
  | 'encoding'
  | 'binary'
  | 'too-large'
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

/** `message` is a sentence for a person and names neither file nor place; `format` where the file was recognised. */
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
 * A file by its bytes, its text where it was pasted, or its document where it came inside of a request that was read by
 * lib/safe-json.ts already. `name` is a hint and the last resort for a name.
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

/** One whole document, then the start of another: a log, or files put one after the other. */
function isSeveralDocuments(text: string, problem: JsonProblem): boolean {
  if (problem.code !== 'syntax' || !/[{[]/.test(text.charAt(problem.offset))) return false
  return parseJson(text.slice(0, problem.offset), { depth: fileDepth }).ok
}

const isYamlName = (name: string): boolean => /\.(?:ya?ml|rivet-project|rivet-graph)$/i.test(name)

/** `otherwise`: the refusal if there is no flow in the document, where that says more. */
type Opened = { ok: true; document: Json; depth: number; removed: number; otherwise: Refusal | null } | Refusal

/** What a text is that does not even begin as JSON. */
const notBegun = (text: string): string =>
  text.trimStart().startsWith('<')
    ? 'The file begins like a web page or XML, not like JSON or YAML.'
    : 'The file begins with text that is neither JSON nor a flow in YAML.'

function refuseJson(text: string, problem: JsonProblem): Refusal {
  const { line, column, offset } = problem
  const at = { line, column }
  if (problem.code === 'syntax' && /^\/[/*]/.test(text.slice(offset, offset + 2)))
    return { ...refuse('json-syntax', 'The file is JSON with comments. Take the comments out: JSON has none.'), ...at }
  if (problem.code === 'syntax' && text.slice(0, offset).trim() === '')
    return { ...refuse('json-syntax', notBegun(text)), ...at }
  if (!isSeveralDocuments(text, problem)) return { ...refuse(codeOfProblem[problem.code], problem.message), ...at }
  const isLines = text.slice(0, offset).trimEnd().lastIndexOf('\n') < text.indexOf('\n')
  const what = isLines ? 'The file is JSON Lines: a document on each line.' : 'The file holds several JSON documents.'
  return { ...refuse('many-documents', `${what} Give each a file of its own.`), ...at }
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

/** The first line that says something begins a document, names a value or begins a list. */
const looksLikeYaml = (text: string): boolean =>
  /^(?:\s*(?:#[^\n]*)?\n)*(?:---|%YAML|- |["']?[\w.-]{1,80}["']?:(?:\s|$))/.test(text)

/**
 * JSON where it is JSON, else YAML, whatever the name says. What is neither is refused as what its name or its beginning
 * claim that it is.
 */
function openText(text: string, name: string): Opened {
  const json = parseJson(text, { depth: fileDepth })
  if (json.ok) return { ok: true, document: json.value, depth: json.depth, removed: json.removed, otherwise: null }
  const isYaml = isYamlName(name) || (!/\.json$/i.test(name) && looksLikeYaml(text))
  // Well-formed so far: what is wrong with it is no matter of notation.
  if (json.code !== 'syntax' || (json.offset > 0 && !isYaml)) return refuseJson(text, json)
  const yaml = parseYaml(text, { depth: fileDepth })
  if (!yaml.ok) return isYaml ? refuseYaml(yaml) : refuseJson(text, json)
  const { value, depth, removed } = yaml
  const otherwise = isYaml ? null : refuseJson(text, json)
  if (otherwise !== null && typeof value !== 'object') return otherwise
  return { ok: true, document: value, depth, removed, otherwise }
}

function open(file: FlowFile): Opened {
  if ('document' in file)
    return { ok: true, document: file.document, depth: depthOf(file.document), removed: 0, otherwise: null }
  const size = 'bytes' in file ? file.bytes.length : file.text.length
  if (size > importLimit) return refuse('too-large', `The file is larger than ${importLimit / 1024 / 1024} MB.`)
  const decoded =
    'bytes' in file ? decodeText(file.bytes) : { ok: true as const, text: file.text.replace(/^\uFEFF/, '') }
  if (!decoded.ok) return refuse(decoded.code, decoded.message)
  if (!/\S/.test(decoded.text)) return refuse('empty', 'The file has no content.')
  return openText(decoded.text, file.name)
}

/** "orders-v2.json" is "orders-v2": a name for a flow that has none. */
const nameOfFile = (name: string): string => normalName(name.replace(/^.*[/\\]/, '').replace(/\.[^.]{1,20}$/, ''))

function finish(raw: RawFlow, format: string, file: FlowFile, number: number, removed: number): FlowDraft {
  const warnings = [...raw.warnings]
  const own = normalName(raw.name)
  const fallback = nameOfFile(file.name) || 'Flow without a name'
  const name = own === '' ? (number === 0 ? fallback : `${fallback} ${number + 1}`) : own
  const short = cutText(name, maxName)
  if (short !== name)
    warnings.push({ code: 'name_cut', message: `The name is longer than ${maxName} characters and was cut.` })
  if (own === '') warnings.push({ code: 'no_name', message: 'The flow has no name in the file.' })
  const description = cutText(raw.description, maxText)
  if (description !== raw.description) {
    warnings.push({
      code: 'description_cut',
      message: `The description is longer than ${maxText} characters and was cut.`,
    })
  }
  if (removed > 0) warnings.push({ code: 'key_removed', message: 'Keys named “__proto__” were left out.' })
  const parents = new Warnings()
  for (const { id, message } of mendParents(raw.nodes)) parents.add('parent', message, id)
  warnings.push(...parents.all())
  if (raw.dangling.length > 0) {
    const lines = raw.dangling.length === 1 ? 'One edge was' : `${raw.dangling.length} edges were`
    warnings.push({ code: 'dangling_edges', message: `${lines} left out because an end is missing.` })
  }
  const nodeChanges = raw.changedIds.filter((change) => change.kind === 'node')
  const first = nodeChanges[0]
  if (first) {
    const message = `${nodeChanges.length} ${nodeChanges.length === 1 ? 'node' : 'nodes'} got a new id; edges belong to the first node of an id.`
    warnings.push({ code: 'duplicate_id', message, node_id: first.to })
  }
  const { flow, redacted } = redactFlow({ ...raw, name: short, description, warnings })
  return { ...flow, sourceFormat: format, redacted, requires: requiresOf(flow).requires }
}

/** True where a service would not take the flow as a template. */
const isTooDeep = ({ nodes, edges, metadata, variables, settings }: RawFlow): boolean =>
  depthOf({ flow: { nodes, edges, metadata, variables, settings } }) > templateDepth

/**
 * Reads a flow file of any format we know. Never throws on content; the same file always gives the same drafts. Secrets
 * are references in what comes back.
 */
export function readFlowFile(file: FlowFile): ReadResult {
  const opened = open(file)
  if (!opened.ok) return opened
  const { document, depth, removed, otherwise } = opened
  if (depth > fileDepth) return refuse('too-deep', `The file is nested deeper than ${fileDepth} levels.`)
  const format = flowFormats.find((row) => row.matches(document))
  if (!format) {
    const near = nearMiss(document)
    return (
      otherwise ?? (near === null ? refuse('no-flow', 'No flow was found in this file.') : refuse('bad-shape', near))
    )
  }
  const read = format.read(document, file.name)
  if (!read.ok) return { ...refuse(read.code, read.message), format: format.id }
  // What lies flat enough in the file does so in the template.
  if (depth > templateDepth - mostAdded && read.flows.some(isTooDeep))
    return {
      ...refuse('too-deep', `A part of the flow is nested deeper than ${templateDepth} levels.`),
      format: format.id,
    }
  return {
    ok: true,
    format: format.id,
    flows: read.flows.map((raw, number) => finish(raw, format.id, file, number, removed)),
  }
}
