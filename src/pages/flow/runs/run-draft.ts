/** Initial values and unsent drafts of the form that starts a flow. */
import type { RunDetail } from '#contract/billing.ts'
import { isRecord, type Json, type JsonRecord } from '#lib/json/json.ts'
import type { InputDraft } from '#parts/forms/input-draft.ts'
import { withoutMasked } from '#parts/forms/input-fields.ts'
import { lastRunInput } from './last-run-input.ts'

/** The initial input: that of the run to repeat, else the last one in this browser. */
export function initialInput(
  flow: string,
  repeatedRun: RunDetail | null,
): { trigger: string | null; input: Json; maskedCount: number } {
  if (repeatedRun !== null) {
    const { value, maskedCount } = withoutMasked(repeatedRun.input ?? {})
    const trigger = repeatedRun.steps.find((step) => step.node_type === 'trigger')?.node_id ?? null
    return { trigger, input: value, maskedCount }
  }
  const lastInput = lastRunInput(flow)
  return { trigger: lastInput?.trigger ?? null, input: lastInput?.input ?? {}, maskedCount: 0 }
}

/** The initial value of a form: `value`; if it and the default of the schema are objects, both merged. */
export function initialValue(schema: JsonRecord | null, value: Json): Json {
  const proposed = schema?.['default']
  return isRecord(proposed) && isRecord(value) ? { ...proposed, ...value } : value
}

/**
 * Unsent drafts of a form. Stored by flow and run to repeat, only until the page is reloaded: they may contain secrets.
 */
interface UnsentDrafts {
  /** Id of the trigger. */
  id: string
  /** Drafts by id of the trigger. */
  drafts: Readonly<Record<string, InputDraft>>
}

const unsentDraftsByKey = new Map<string, UnsentDrafts>()

export function unsentDraftsOf(flow: string, repeatedRun: RunDetail | null) {
  const key = JSON.stringify([flow, repeatedRun?.id ?? null])
  return {
    read: (): UnsentDrafts | null => unsentDraftsByKey.get(key) ?? null,
    save: (unsent: UnsentDrafts): void => void unsentDraftsByKey.set(key, unsent),
    remove: (): void => void unsentDraftsByKey.delete(key),
  }
}
