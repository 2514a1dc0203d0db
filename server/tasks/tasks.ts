/**
 * Tasks on potentially large text: pure functions of plain data, so that they can run in another process
 * (task-process.ts).
 */
import type { Template } from '#contract/flow.ts'
import { flowDrawing } from '#flow/drawing/flow-drawing.ts'
import { lintFlow } from '#flow/health/lint.ts'
import { templateText, writeTemplate } from '#flow/file/template.ts'
import type { Json } from '#lib/json/json.ts'
import { bodyDepth, parseCheckedJson, checkJson, type JsonCheck, type JsonLimits } from '#lib/json/safe-json.ts'
import { Fault, type FaultData } from '#server/base/fault.ts'
import { importFlow, updateFlow } from './flow-import.ts'
import { draftVersion, type VersionTask } from './version-draft.ts'
import { readFlowDocument } from '#server/store/flows/flow-document.ts'

/** A stored flow, with its document as JSON text. */
export interface FlowText {
  name: string
  description: string
  text: string
}

export type Task =
  /** Checks whether a body is valid JSON. */
  | { kind: 'json'; bytes: Uint8Array }
  /** Reads the flow in the body of an import, or of an update. */
  | { kind: 'import'; bytes: Uint8Array }
  | { kind: 'update'; bytes: Uint8Array }
  /** Compares a new version with earlier ones. */
  | ({ kind: 'version' } & VersionTask)
  /** Checks a document. */
  | { kind: 'lint'; text: string }
  /** Draws a document. */
  | { kind: 'draw'; text: string }
  /** Writes the file of a flow. */
  | { kind: 'export'; flow: FlowText; exportedAt: string; generator: Template['generator'] }

/** Limits of an import body. The reader of the file inside checks depth and size of that file. */
const importLimits: JsonLimits = { depth: bodyDepth }
/**
 * Limits of other bodies: their values are processed in the main thread, at about 1 µs per value and 2 µs per object.
 */
const bodyLimits: JsonLimits = { depth: bodyDepth, values: 50_000, objects: 25_000 }

export function decode(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw new Fault('malformed_json', 'The body is not UTF-8. Encode it as UTF-8.')
  }
}

function checkedText(text: string, limits: JsonLimits): Extract<JsonCheck, { ok: true }> {
  const check = checkJson(text, limits)
  if (check.ok) return check
  if (check.code === 'values') throw new Fault('too_large', check.message)
  throw new Fault('malformed_json', `${check.message} Line ${check.line}, column ${check.column}.`)
}

function readImport(bytes: Uint8Array): Json | undefined {
  if (bytes.length === 0) return undefined
  const text = decode(bytes)
  return parseCheckedJson(text, checkedText(text, importLimits))
}

const partsOf = ({ name, description, text }: FlowText) => ({ ...readFlowDocument(text), name, description })

/** Runs a task in this process. Throws a Fault for invalid input. */
export function performTask(task: Task): unknown {
  switch (task.kind) {
    case 'json':
      return checkedText(decode(task.bytes), bodyLimits).removed
    case 'import':
      return importFlow(readImport(task.bytes))
    case 'update':
      return updateFlow(readImport(task.bytes))
    case 'version':
      return draftVersion(task)
    case 'lint':
      return lintFlow(partsOf({ name: '', description: '', text: task.text }))
    case 'draw':
      return flowDrawing(readFlowDocument(task.text))
    case 'export': {
      const { flow, exportedAt, generator } = task
      return templateText(writeTemplate(partsOf(flow), { exportedAt, generator }))
    }
  }
}

/** Result of a task, transferable between processes. */
export type TaskOutcome = { ok: true; value: unknown } | { ok: false; fault: FaultData | null; message: string }

export function outcomeOf(task: Task): TaskOutcome {
  try {
    return { ok: true, value: performTask(task) }
  } catch (error) {
    const message = error instanceof Error ? (error.stack ?? error.message) : String(error)
    return { ok: false, fault: error instanceof Fault ? error.data() : null, message }
  }
}
