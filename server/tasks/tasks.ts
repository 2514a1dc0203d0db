/** Work on texts that may be large: pure functions of plain data, so that another process can do them (task-process.ts). */
import type { Template } from '#contract/flow.ts'
import { lintFlow } from '#flow/health/lint.ts'
import { templateText, writeTemplate } from '#flow/file/template.ts'
import type { Json } from '#lib/json/json.ts'
import { bodyDepth, checkedJson, checkJson, type JsonCheck, type JsonLimits } from '#lib/json/safe-json.ts'
import { Fault, type FaultData } from '#server/base/fault.ts'
import { importFlow } from './flow-import.ts'
import { readFlowDocument } from '#server/store/flows/flow-document.ts'

/** A flow as it is stored: what it holds is JSON text. */
export interface WrittenFlow {
  name: string
  description: string
  text: string
}

export type Task =
  /** Whether the bytes of a body are JSON that may be parsed. */
  | { kind: 'json'; bytes: Uint8Array }
  /** The flow in the body of an import. */
  | { kind: 'import'; bytes: Uint8Array }
  /** What is wrong with a document in itself. */
  | { kind: 'lint'; text: string }
  /** The file of a flow. */
  | { kind: 'export'; flow: WrittenFlow; exportedAt: string; generator: Template['generator'] }

/** A file travels inside a body: its own depth is the business of its reader, and so is how much it holds. */
const importLimits: JsonLimits = { depth: bodyDepth }
/** Of any other body: what comes after its reading is done where all requests are, and costs about 1 µs a value and 2 µs an object. */
const bodyLimits: JsonLimits = { depth: bodyDepth, values: 50_000, objects: 25_000 }

export function decode(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw new Fault('malformed_json', 'The body is not UTF-8.')
  }
}

function checked(text: string, limits: JsonLimits): Extract<JsonCheck, { ok: true }> {
  const check = checkJson(text, limits)
  if (check.ok) return check
  if (check.code === 'values') throw new Fault('too_large', check.message)
  throw new Fault('malformed_json', `${check.message} Line ${check.line}, column ${check.column}.`)
}

function readImport(bytes: Uint8Array): Json {
  const text = decode(bytes)
  return checkedJson(text, checked(text, importLimits))
}

const partsOf = ({ name, description, text }: WrittenFlow) => ({ ...readFlowDocument(text), name, description })

/** Does a task here and now. Throws a Fault where what was sent is wrong. */
export function perform(task: Task): unknown {
  switch (task.kind) {
    case 'json':
      return checked(decode(task.bytes), bodyLimits).removed
    case 'import':
      return importFlow(task.bytes.length === 0 ? undefined : readImport(task.bytes))
    case 'lint':
      return lintFlow(partsOf({ name: '', description: '', text: task.text }))
    case 'export': {
      const { flow, exportedAt, generator } = task
      return templateText(writeTemplate(partsOf(flow), { exportedAt, generator }))
    }
  }
}

/** How a task ended, in a form that travels between processes. */
export type TaskOutcome = { ok: true; value: unknown } | { ok: false; fault: FaultData | null; message: string }

export function outcomeOf(task: Task): TaskOutcome {
  try {
    return { ok: true, value: perform(task) }
  } catch (error) {
    const message = error instanceof Error ? (error.stack ?? error.message) : String(error)
    return { ok: false, fault: error instanceof Fault ? error.data() : null, message }
  }
}
