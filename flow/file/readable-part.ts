/** What can be read of a JSON file that breaks off, or is broken, in the middle. Pure, linear, without recursion. */
import { countsOf } from '#flow/counts.ts'
import type { FlowDraft } from '#flow/draft.ts'
import { fileDepth, readFlowFile } from './read.ts'
import { isRecord, type Json, type JsonRecord, listOf, recordOf } from '#lib/json/json.ts'
import { parseJson } from '#lib/json/safe-json.ts'
import { decodeText } from '#lib/text/text.ts'

const quote = 0x22
const backslash = 0x5c
const comma = 0x2c

/** Behind the closing quote of the string that begins at `at`; `end` where it has none before. */
function afterString(text: string, at: number, end: number): number {
  for (let next = at + 1; next < end; next += 1) {
    const code = text.charCodeAt(next)
    if (code === backslash) next += 1
    else if (code === quote) return next + 1
  }
  return end
}

/**
 * The text up to the last value that is whole, with the brackets closed that are open there; "" where there is none. All
 * before `end` has to be the beginning of well-formed JSON.
 */
export function closedBefore(text: string, end: number): string {
  const open: string[] = []
  let whole = 0
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
    // Before a comma a value is whole, behind a bracket so is what it opens or closes.
    whole = code === comma ? at : at + 1
  }
  return text.slice(0, whole) + open.toReversed().join('')
}

/**
 * By what a format is known often stands behind the nodes, where the file is broken: added empty, it says nothing but that.
 * Which it would be shows in the nodes.
 */
function companionOf(document: JsonRecord): JsonRecord {
  const nodes = listOf(document['nodes']).map(recordOf)
  if (nodes.some((node) => 'typeVersion' in node || 'parameters' in node)) return { connections: {} }
  return nodes.some((node) => 'widgets_values' in node || 'pos' in node) ? { links: [] } : { edges: [] }
}

function flowsIn(name: string, document: Json): FlowDraft[] {
  for (const more of isRecord(document) ? [{}, companionOf(document)] : [{}]) {
    const read = readFlowFile({ name, document: isRecord(document) ? { ...more, ...document } : document })
    const flows = read.ok ? read.flows.filter((flow) => countsOf(flow).nodes > 0) : []
    if (flows.length > 0) return flows
  }
  return []
}

/**
 * The flows in what is readable of a file that `readFlowFile` refused as `json-syntax`; none where nothing can be shown. They
 * are to be looked at, and never to be sent: nobody knows what is missing.
 */
export function readablePart({ name, bytes }: { name: string; bytes: Uint8Array }): FlowDraft[] {
  const decoded = decodeText(bytes)
  if (!decoded.ok) return []
  const problem = parseJson(decoded.text, { depth: fileDepth })
  if (problem.ok || problem.code !== 'syntax') return []
  const closed = parseJson(closedBefore(decoded.text, problem.offset), { depth: fileDepth })
  if (!closed.ok) return []
  const flows = flowsIn(name, closed.value)
  const warning = {
    code: 'partial',
    message: `The file is broken at line ${problem.line}, column ${problem.column}. The part before it is shown. The rest is missing.`,
  }
  return flows.map((flow) => ({ ...flow, warnings: [warning, ...flow.warnings] }))
}
