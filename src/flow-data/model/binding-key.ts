import type { Bindings } from '#contract/flow.ts'

/** A requirement that a flow names. */
export interface BindingKey {
  field: keyof Bindings
  key: string
}

/** A binding key as text, for the keys of a Map. */
export const bindingKeyText = ({ field, key }: BindingKey): string => `${field} ${key}`
