/** Maps nodes of other products to our types. Types without an equivalent keep their type. */
import type { JsonRecord } from '#lib/json/json.ts'

export interface MappedType {
  type: string
  config: JsonRecord
}

/**
 * A node of one of our types. Expressions and code in the language of another product have that product's name as
 * `language`, to distinguish them from ours.
 */
export const mapTo = (type: string, config: JsonRecord = {}): MappedType => ({ type, config })

export const mapToTrigger = (kind: string, more: JsonRecord = {}): MappedType => mapTo('trigger', { kind, ...more })

/** A model call. Its tools are kept only in the original node, because they do not exist in the account. */
export const mapToAgent = (model: string, instructions: string): MappedType =>
  mapTo('agent', { model, instructions, tools: [] })

export const mapToReply = (text: string): MappedType => mapTo('message', { channel: 'reply', text })

/** A branch of a condition; `id` is the `source_handle` of its edges. */
export interface MappedCase {
  id: string
  label: string
  expression: string
}

/** `hasElse`: whether there is an additional output with the handle "else". */
export const mapToCondition = (language: string, cases: readonly MappedCase[], hasElse: boolean): MappedType =>
  mapTo('condition', { language, cases: cases.map((each) => ({ ...each })), else: hasElse })
