import type { Bindings } from '#contract/flow.ts'

/** A requirement that a flow names. */
export interface BindingKey {
  field: keyof Bindings
  key: string
}

/** Its key in an answer. */
export const keyWord = ({ field, key }: BindingKey): string => `${field} ${key}`
