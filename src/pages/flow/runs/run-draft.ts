/** What the form that starts a flow begins with. */
import type { RunDetail } from '#contract/billing.ts'
import { isRecord, type Json, type JsonRecord } from '#lib/json/json.ts'
import type { InputDraft } from '#parts/forms/input-draft.ts'
import { withoutMasked } from '#parts/forms/input-fields.ts'
import { lastRunInput } from './last-run-input.ts'

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
  const kept = lastRunInput(flow)
  return { trigger: kept?.trigger ?? null, input: kept?.input ?? {}, dropped: 0 }
}

/** A value to begin with, over what the schema proposes for the whole. */
export function startValue(schema: JsonRecord | null, value: Json): Json {
  const proposed = schema?.['default']
  return isRecord(proposed) && isRecord(value) ? { ...proposed, ...value } : value
}

/** What was typed and not sent, until the page is loaded anew: it may hold secrets. By flow and the run that is run once more. */
interface Unsent {
  /** Id of the trigger. */
  id: string
  /** By id of the trigger. */
  drafts: Readonly<Record<string, InputDraft>>
}

const allUnsent = new Map<string, Unsent>()

export function unsentOf(flow: string, like: RunDetail | null) {
  const key = JSON.stringify([flow, like?.id ?? null])
  return {
    read: (): Unsent | null => allUnsent.get(key) ?? null,
    keep: (unsent: Unsent): void => void allUnsent.set(key, unsent),
    drop: (): void => void allUnsent.delete(key),
  }
}
