import type { Bindings } from '#contract/flow.ts'

/** Something that a flow names. */
export interface BindingKey {
  field: keyof Bindings
  key: string
}

/** What it goes by in an answer. */
export const keyWord = ({ field, key }: BindingKey): string => `${field} ${key}`
