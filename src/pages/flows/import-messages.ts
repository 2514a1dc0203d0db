/** What goes to the worker that reads files, and what comes back. */
import type { Refusal } from '#flow/read.ts'
import type { JsonRecord } from '#lib/json.ts'

export interface ReadRequest {
  id: number
  name: string
  bytes: ArrayBuffer
}

export interface ReadFlow {
  name: string
  nodes: number
  edges: number
  /** What was changed or could not be carried over, in words. */
  warnings: string[]
  /** The flow as a template, ready to be sent. */
  template: JsonRecord
}

export interface ReadAnswer {
  id: number
  result: { ok: true; format: string; flows: ReadFlow[] } | Refusal
}
