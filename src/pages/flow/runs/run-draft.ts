/** Initial values of the form that starts a flow. */
import type { RunDetail } from '#contract/billing.ts'
import { isRecord, type Json, type JsonRecord } from '#lib/json/json.ts'
import type { InputDraft } from '#parts/forms/input-draft.ts'
import { withoutMasked } from '#parts/forms/input-fields.ts'
import { lastRunInput } from './last-run-input.ts'

/** The initial input: that of the run to repeat, else the last one in this browser. */
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

/** The initial value of a form: the default of the schema, overridden by `value`. */
export function startValue(schema: JsonRecord | null, value: Json): Json {
  const proposed = schema?.['default']
  return isRecord(proposed) && isRecord(value) ? { ...proposed, ...value } : value
}

/**
 * Unsent drafts of a form. Stored by flow and run to repeat, only until the page is reloaded: they may contain secrets.
 */
interface Unsent {
  /** Id of the trigger. */
  id: string
  /** Drafts by id of the trigger. */
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
