/** The user's decisions about one flow before its import. Pure. */
import type { Bindings } from '#contract/flow.ts'
import type { StepChoices } from '#flow/choices/step-choices.ts'

export type NeedField = keyof Bindings

/** The chosen object of the account; null = explicitly none, even if the account has an object with this key. */
export interface NeedChoice {
  id: string | null
  label: string
}

export interface ImportChoices {
  /** Null = the suggested name. */
  name: string | null
  /** Bindings by the keys of the flow. Keys without an entry are bound by the service. */
  bindings: Readonly<Record<NeedField, ReadonlyMap<string, NeedChoice>>>
  /** For the steps of another product. Null until they are shown: a flow that nobody looked at stays as it is. */
  steps: StepChoices | null
}

const nothing: ReadonlyMap<string, NeedChoice> = new Map()

export const noImportChoices: ImportChoices = {
  name: null,
  bindings: { tools: nothing, channels: nothing, secrets: nothing },
  steps: null,
}

/** The choices with another object for a key; null removes the choice. */
export function withBinding(
  choices: ImportChoices,
  field: NeedField,
  key: string,
  bindings: NeedChoice | null,
): ImportChoices {
  const next = new Map(choices.bindings[field])
  if (bindings === null) next.delete(key)
  else next.set(key, bindings)
  return { ...choices, bindings: { ...choices.bindings, [field]: next } }
}

/** The bindings as sent to the service; null if nothing was chosen. */
export function bindingsOf({ bindings }: ImportChoices): Bindings | null {
  const part = (field: NeedField) => Object.fromEntries([...bindings[field]].map(([key, { id }]) => [key, id] as const))
  const fields: readonly NeedField[] = ['tools', 'channels', 'secrets']
  if (fields.every((field) => bindings[field].size === 0)) return null
  return { tools: part('tools'), channels: part('channels'), secrets: part('secrets') }
}
