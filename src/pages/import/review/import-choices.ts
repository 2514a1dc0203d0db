/** What a person decides about one flow before it is imported. Pure. */
import type { Bindings } from '#contract/flow.ts'

export type NeedField = keyof Bindings

/** Something that the account has; null = nothing yet, whatever the account has under this key. */
export interface NeedChoice {
  id: string | null
  label: string
}

export interface ImportChoices {
  /** Null = the name that is suggested. */
  name: string | null
  /** For keys that the flow names: what stands for them here. A key that is not in it is left to the service. */
  chosen: Readonly<Record<NeedField, ReadonlyMap<string, NeedChoice>>>
}

const nothing: ReadonlyMap<string, NeedChoice> = new Map()

export const noImportChoices: ImportChoices = {
  name: null,
  chosen: { tools: nothing, channels: nothing, secrets: nothing },
}

/** The choices with another one for a key; null takes it back. */
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

/** As the service takes them; null where nothing was chosen. */
export function bindingsOf({ chosen }: ImportChoices): Bindings | null {
  const part = (field: NeedField) => Object.fromEntries([...chosen[field]].map(([key, { id }]) => [key, id] as const))
  const fields: readonly NeedField[] = ['tools', 'channels', 'secrets']
  if (fields.every((field) => chosen[field].size === 0)) return null
  return { tools: part('tools'), channels: part('channels'), secrets: part('secrets') }
}
