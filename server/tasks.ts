/** Work on texts that may be large: pure functions of plain data, so that another process can do them (task-process.ts). */
import type { Template } from '#contract/flow.ts'
import { lintFlow } from '#flow/lint.ts'
import { templateText, writeTemplate } from '#flow/template.ts'
import type { Json } from '#lib/json.ts'
import { bodyDepth, parseJson } from '#lib/safe-json.ts'
import { Fault, type FaultData } from './fault.ts'
import { importFlow } from './flow-import.ts'
import { readDocument } from './store/flow-document.ts'

/** A flow as it is stored: what it holds is JSON text. */
export interface WrittenFlow {
  name: string
  description: string
  text: string
}

export type Task =
  /** The value of a body. */
  | { kind: 'json'; bytes: Uint8Array }
  /** The flow in the body of an import. */
  | { kind: 'import'; bytes: Uint8Array }
  /** What is wrong with a document in itself. */
  | { kind: 'lint'; text: string }
  /** The file of a flow. */
  | { kind: 'export'; flow: WrittenFlow; exportedAt: string; generator: Template['generator'] }

function decode(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw new Fault('malformed_json', 'The body is not UTF-8.')
  }
}

/** A file travels inside a body: its own depth is the business of its reader. */
function readJson(bytes: Uint8Array): Json {
  const read = parseJson(decode(bytes), { depth: bodyDepth })
  if (read.ok) return read.value
  if (read.code === 'values') throw new Fault('too_large', read.message)
  throw new Fault('malformed_json', `${read.message} Line ${read.line}, column ${read.column}.`)
}

const partsOf = ({ name, description, text }: WrittenFlow) => ({ ...readDocument(text), name, description })

/** Does a task here and now. Throws a Fault where what was sent is wrong. */
export function perform(task: Task): unknown {
  switch (task.kind) {
    case 'json':
      return readJson(task.bytes)
    case 'import':
      return importFlow(task.bytes.length === 0 ? undefined : readJson(task.bytes))
    case 'lint':
      return lintFlow(partsOf({ name: '', description: '', text: task.text }))
    case 'export': {
      const { flow, exportedAt, generator } = task
      return templateText(writeTemplate(partsOf(flow), { exportedAt, generator }))
    }
  }
}

/** How a task ended, in a form that travels between threads. */
export type TaskOutcome = { ok: true; value: unknown } | { ok: false; fault: FaultData | null; message: string }

export function outcomeOf(task: Task): TaskOutcome {
  try {
    return { ok: true, value: perform(task) }
  } catch (error) {
    const message = error instanceof Error ? (error.stack ?? error.message) : String(error)
    return { ok: false, fault: error instanceof Fault ? error.data() : null, message }
  }
}
