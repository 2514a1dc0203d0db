/** Choice of the secrets that a document's tools use: a key for each security scheme. Pure. */
import { keyOfName } from '#contract/values/tool-key.ts'
import { secretKeys, type Scheme } from './sign-in-scheme.ts'

/** Keys have at most 63 characters; this leaves space for the suffix "_password". */
const maxKeyLength = 50

/** Choice for one security scheme. */
export interface SecretChoice {
  key: string
  /** The user allows the tools to send the existing value of this key to the document's service. */
  isShared: boolean
}

/** The suggested key: from the document's title and the scheme, so that two documents do not share one by accident. */
export const suggestedKey = (title: string, scheme: string): string =>
  keyOfName(`${title} ${scheme}`).slice(0, maxKeyLength).replace(/_+$/, '') || 'secret'

const keyPattern = /^[a-z][a-z0-9_]*$/

/**
 * Why a choice cannot be used: the document decides where requests go, so its tools may only use an existing value if
 * the user allows it.
 * @param values keys of global tools in the account; null = unknown, so every key is treated as existing
 */
export function secretProblem(
  scheme: Scheme,
  { key, isShared }: SecretChoice,
  values: ReadonlySet<string> | null,
): 'form' | 'shared' | null {
  if (!keyPattern.test(key) || key.length > maxKeyLength) return 'form'
  const exists = values === null || secretKeys(scheme, key).some((one) => values.has(one))
  return exists && !isShared ? 'shared' : null
}

/** Why a typed host URL is invalid; null if it is valid. */
export function hostProblem(host: string): string | null {
  const text = host.trim()
  if (text === '') return 'Enter the address of the service, such as https://api.example.com.'
  if (!/^https?:\/\/[^/]/i.test(text) || !URL.canParse(text) || /[{}]/.test(text))
    return 'Enter a valid address without { }, such as https://api.example.com.'
  const { username, password, search, hash } = new URL(text)
  return username !== '' || password !== '' || search !== '' || hash !== ''
    ? 'Use only scheme, host and path, without user name, password or query.'
    : null
}
