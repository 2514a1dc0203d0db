/** How to get a key of the product behind a connector, from the body of a refused request (contract/product.ts). */
import type { SignInHelp } from '#contract/product.ts'

export type KeyHelp = Omit<SignInHelp, 'kind'>

const textIn = (record: object, name: string): string => {
  const value: unknown = Reflect.get(record, name)
  return typeof value === 'string' ? value : ''
}

/** A web address; null for anything else, such as a script. */
const webAddress = (text: string): string | null => (/^https?:\/\//i.test(text) ? text : null)

/** Null if the body has no such help. Checked without a schema, since any service may send any body. */
export function signInHelpIn(body: unknown): KeyHelp | null {
  const help: unknown = typeof body === 'object' && body !== null ? Reflect.get(body, 'sign_in') : null
  if (typeof help !== 'object' || help === null) return null
  const steps: unknown = Reflect.get(help, 'steps')
  const [title, label] = [textIn(help, 'title'), textIn(help, 'label')]
  if (title === '' || label === '' || !Array.isArray(steps)) return null
  return { title, label, steps: steps.filter((step) => typeof step === 'string'), url: webAddress(textIn(help, 'url')) }
}
