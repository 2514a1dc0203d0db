/** What a node of another product is in our words. Types without an honest counterpart stay as they are. */
import type { JsonRecord } from '#lib/json/json.ts'

export interface Mapped {
  type: string
  config: JsonRecord
}

/** Languages of expressions and code that run in no other product are called by the product, so that nobody takes them for ours. */
export const mapped = (type: string, config: JsonRecord = {}): Mapped => ({ type, config })

export const trigger = (kind: string, more: JsonRecord = {}): Mapped => mapped('trigger', { kind, ...more })

/** A model that is called, with or without tools. Its tools stay in the original: they are not ours. */
export const agent = (model: string, instructions: string): Mapped =>
  mapped('agent', { model, instructions, tools: [] })

export const reply = (text: string): Mapped => mapped('message', { channel: 'reply', text })

/** A branch of a condition: `id` is the `source_handle` of its edges. */
export interface Case {
  id: string
  label: string
  expression: string
}

/** `hasElse`: there is one more way out, by the handle "else". */
export const condition = (language: string, cases: readonly Case[], hasElse: boolean): Mapped =>
  mapped('condition', { language, cases: cases.map((each) => ({ ...each })), else: hasElse })
