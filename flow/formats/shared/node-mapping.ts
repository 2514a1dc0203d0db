/** What a node of another product is in our words. Types without an honest counterpart stay as they are. */
import type { JsonRecord } from '#lib/json/json.ts'

export interface MappedType {
  type: string
  config: JsonRecord
}

/** Languages of expressions and code that run in no other product are called by the product, so that nobody takes them for ours. */
export const mapTo = (type: string, config: JsonRecord = {}): MappedType => ({ type, config })

export const mapToTrigger = (kind: string, more: JsonRecord = {}): MappedType => mapTo('trigger', { kind, ...more })

/** A model that is called, with or without tools. Its tools stay in the original: they are not ours. */
export const mapToAgent = (model: string, instructions: string): MappedType =>
  mapTo('agent', { model, instructions, tools: [] })

export const mapToReply = (text: string): MappedType => mapTo('message', { channel: 'reply', text })

/** A branch of a condition: `id` is the `source_handle` of its edges. */
export interface MappedCase {
  id: string
  label: string
  expression: string
}

/** `hasElse`: there is one more way out, by the handle "else". */
export const mapToCondition = (language: string, cases: readonly MappedCase[], hasElse: boolean): MappedType =>
  mapTo('condition', { language, cases: cases.map((each) => ({ ...each })), else: hasElse })
