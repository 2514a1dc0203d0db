/** From a file to flows: the one way in for the console and the service alike. */
import { importLimit, maxName, maxText } from '#contract/limits.ts'
import { type FlowDraft, type RawFlow, Warnings } from '#flow/draft.ts'
import { flowFormats, nearMiss } from '#flow/formats/formats.ts'
import { requiresOf } from '#flow/requires.ts'
import { redactFlow } from '#flow/secrets.ts'
import { mendParents } from '#flow/parents.ts'
import { depthOf, type Json } from '#lib/json.ts'
import { bodyDepth, type JsonProblem, parseJson } from '#lib/safe-json.ts'
import { cutText, decodeText, normalName } from '#lib/text.ts'

/** A request wraps a template in one more object, and what we read must be fit to be sent. The deepest real file has 21 levels. */
const fileDepth = bodyDepth - 1
/** Foreign nodes come to lie up to four levels deeper in a template than in their file; with some room. */
const foreignDepth = fileDepth - 7

export type RefusalCode =
  | 'empty'
  | 'encoding'
  | 'binary'
  | 'too-large'
  | 'json-syntax'
  | 'too-deep'
  | 'duplicate-key'
  | 'bad-text'
  | 'bad-number'
  | 'many-documents'
  | 'bad-shape'
  | 'no-graph'
  | 'no-flow'
  /** A format or notation that is known by sight and cannot be read yet. */
  | 'not-supported'

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

/** YAML is not read yet. What can be said without reading it is said: a file of comments and markers is empty. */
function refuseYaml(text: string): Refusal {
  const hasContent = text
    .split('\n')
    .some((line) => !/^\s*(?:#.*)?$|^(?:---|\.\.\.)\s*(?:#.*)?$/.test(line.replace(/\r$/, '')))
  return hasContent
    ? refuse('not-supported', 'The file is YAML. Only JSON files can be read so far.')
    : refuse('empty', 'The file has no content but comments.')
}

const isYamlName = (name: string): boolean => /\.(?:ya?ml|rivet-project|rivet-graph)$/i.test(name)

type Opened = { ok: true; document: Json; depth: number; removed: number } | Refusal

function open(file: FlowFile): Opened {
  if ('document' in file) return { ok: true, document: file.document, depth: depthOf(file.document), removed: 0 }
  const size = 'bytes' in file ? file.bytes.length : file.text.length
  if (size > importLimit) return refuse('too-large', `The file is larger than ${importLimit / 1024 / 1024} MB.`)
  const decoded =
    'bytes' in file ? decodeText(file.bytes) : { ok: true as const, text: file.text.replace(/^\uFEFF/, '') }
  if (!decoded.ok) return refuse(decoded.code, decoded.message)
  const { text } = decoded
  if (!/\S/.test(text)) return refuse('empty', 'The file has no content.')
  if (isYamlName(file.name) && !/^\s*[{[]/.test(text)) return refuseYaml(text)
  const parsed = parseJson(text, { depth: fileDepth })
  if (parsed.ok) return { ok: true, document: parsed.value, depth: parsed.depth, removed: parsed.removed }
  if (isSeveralDocuments(text, parsed)) {
    return {
      ...refuse('many-documents', 'The file holds several JSON documents. Give each a file of its own.'),
      line: parsed.line,
      column: parsed.column,
    }
  }
  return { ...refuse(codeOfProblem[parsed.code], parsed.message), line: parsed.line, column: parsed.column }
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

/**
 * Reads a flow file of any format we know. Never throws on content; the same file always gives the same drafts. Secrets
 * are references in what comes back.
 */
export function readFlowFile(file: FlowFile): ReadResult {
  const opened = open(file)
  if (!opened.ok) return opened
  const { document, depth, removed } = opened
  if (depth > fileDepth) return refuse('too-deep', `The JSON is nested deeper than ${fileDepth} levels.`)
  const format = flowFormats.find((row) => row.matches(document))
  if (!format) {
    const near = nearMiss(document)
    return near === null ? refuse('no-flow', 'No flow was found in this file.') : refuse('bad-shape', near)
  }
  if (!format.read) {
    const readable = flowFormats.filter((row) => row.read !== null).map((row) => row.title)
    return {
      ...refuse(
        'not-supported',
        `This is a file of ${format.title}, which cannot be read so far. Readable: ${readable.join(', ')}.`,
      ),
      format: format.id,
    }
  }
  if (format.id !== 'flow-template' && depth > foreignDepth) {
    return { ...refuse('too-deep', `The JSON is nested deeper than ${foreignDepth} levels.`), format: format.id }
  }
  const read = format.read(document, file.name)
  if (!read.ok) return { ...refuse(read.code, read.message), format: format.id }
  return {
    ok: true,
    format: format.id,
    flows: read.flows.map((raw, number) => finish(raw, format.id, file, number, removed)),
  }
}
