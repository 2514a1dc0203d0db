/** The user's decisions about one flow before its import. Pure. */
import type { Bindings } from '#contract/flow.ts'

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
  chosen: Readonly<Record<NeedField, ReadonlyMap<string, NeedChoice>>>
}

const nothing: ReadonlyMap<string, NeedChoice> = new Map()

export const noImportChoices: ImportChoices = {
  name: null,
  chosen: { tools: nothing, channels: nothing, secrets: nothing },
}

/** The choices with another object for a key; null removes the choice. */
export function withChosen(
  choices: ImportChoices,
  field: NeedField,
  key: string,
  chosen: NeedChoice | null,
): ImportChoices {
  const next = new Map(choices.chosen[field])
  if (chosen === null) next.delete(key)
  else next.set(key, chosen)
  return { ...choices, chosen: { ...choices.chosen, [field]: next } }
}

/** The bindings as sent to the service; null if nothing was chosen. */
export function bindingsOf({ chosen }: ImportChoices): Bindings | null {
  const part = (field: NeedField) => Object.fromEntries([...chosen[field]].map(([key, { id }]) => [key, id] as const))
  const fields: readonly NeedField[] = ['tools', 'channels', 'secrets']
  if (fields.every((field) => chosen[field].size === 0)) return null
  return { tools: part('tools'), channels: part('channels'), secrets: part('secrets') }
}
