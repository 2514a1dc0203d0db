/** What the form that starts a flow begins with. */
import type { RunDetail } from '#contract/billing.ts'
import { isRecord, type Json, type JsonRecord } from '#lib/json.ts'
import { withoutMasked } from '#parts/input-form/input-fields.ts'
import { keptInput } from './kept-input.ts'

/** What a form begins with: the run's own input, else what this browser was asked with last. */
export function beginningOf(
  flow: string,
  like: RunDetail | null,
): { trigger: string | null; input: Json; dropped: number } {
  if (like !== null) {
    const { value, dropped } = withoutMasked(like.input ?? {})
    const trigger = like.steps.find((step) => step.node_type === 'trigger')?.node_id ?? null
    return { trigger, input: value, dropped }
  }
  const kept = keptInput(flow)
  return { trigger: kept?.trigger ?? null, input: kept?.input ?? {}, dropped: 0 }
}

/** A value to begin with, over what the schema proposes for the whole. */
export function startValue(schema: JsonRecord | null, value: Json): Json {
  const proposed = schema?.['default']
  return isRecord(proposed) && isRecord(value) ? { ...proposed, ...value } : value
}
