/** Reads the intact beginning of a damaged or truncated JSON file. Pure, linear, not recursive. */
import { countsOf } from '#flow/node-kind.ts'
import type { FlowDraft } from '#flow/draft.ts'
import { fileDepth, readFlowFile } from './read.ts'
import { isRecord, type Json, type JsonRecord, listOf, recordOf } from '#lib/json/json.ts'
import { parseJson } from '#lib/json/safe-json.ts'
import { decodeText } from '#lib/text/text.ts'

const quote = 0x22
const backslash = 0x5c
const comma = 0x2c

/** Index after the closing quote of the string that begins at `at`; `end` if the string is not closed by then. */
function afterString(text: string, at: number, end: number): number {
  for (let next = at + 1; next < end; next += 1) {
    const code = text.charCodeAt(next)
    if (code === backslash) next += 1
    else if (code === quote) return next + 1
  }
  return end
}

/**
 * The text up to the last complete value, with its open brackets closed; "" if there is none. Everything before `end`
 * must be a prefix of well-formed JSON.
 */
export function closeBrackets(text: string, end: number): string {
  const open: string[] = []
  let completeEnd = 0
  for (let at = 0; at < end; at += 1) {
    const code = text.charCodeAt(at)
    if (code === quote) {
      at = afterString(text, at, end) - 1
      continue
    }
    const character = text.charAt(at)
    if (character === '{' || character === '[') open.push(character === '{' ? '}' : ']')
    else if (character === '}' || character === ']') open.pop()
    else if (code !== comma) continue
    // A value is complete before a comma, and after a bracket.
    completeEnd = code === comma ? at : at + 1
  }
  return text.slice(0, completeEnd) + open.toReversed().join('')
}

/**
 * An empty field for the connections: formats are recognised by it, and it is missing if the file is damaged before it.
 * The nodes show which name it has.
 */
function companionOf(document: JsonRecord): JsonRecord {
  const nodes = listOf(document['nodes']).map(recordOf)
  if (nodes.some((node) => 'typeVersion' in node || 'parameters' in node)) return { connections: {} }
  return nodes.some((node) => 'widgets_values' in node || 'pos' in node) ? { links: [] } : { edges: [] }
}

function readFlows(name: string, document: Json): FlowDraft[] {
  for (const more of isRecord(document) ? [{}, companionOf(document)] : [{}]) {
    const read = readFlowFile({ name, document: isRecord(document) ? { ...more, ...document } : document })
    const flows = read.ok ? read.flows.filter((flow) => countsOf(flow).nodes > 0) : []
    if (flows.length > 0) return flows
  }
  return []
}

/**
 * Flows in the readable part of a file that `readFlowFile` rejected as `json-syntax`; empty if there are none. For
 * viewing only, never for import: the missing part is unknown.
 */
export function readablePart({ name, bytes }: { name: string; bytes: Uint8Array }): FlowDraft[] {
  const decoded = decodeText(bytes)
  if (!decoded.ok) return []
  const problem = parseJson(decoded.text, { depth: fileDepth })
  if (problem.ok || problem.code !== 'syntax') return []
  const closed = parseJson(closeBrackets(decoded.text, problem.offset), { depth: fileDepth })
  if (!closed.ok) return []
  const flows = readFlows(name, closed.value)
  const warning = {
    code: 'partial',
    message: `The file is broken at line ${problem.line}, column ${problem.column}. The part before it is shown. The rest is missing.`,
  }
  return flows.map((flow) => ({ ...flow, warnings: [warning, ...flow.warnings] }))
}
