/** Which secrets the tools of a document name: a key for each of its ways to sign in, before anything is created. Pure. */
import { keyOfName } from '#contract/values/tool-key.ts'
import { secretKeys, type Scheme } from './sign-in-scheme.ts'

/** Room for "_password", in keys of 63. */
const longestKey = 50

/** By the name of the scheme. */
export interface SecretChoice {
  key: string
  /** What is there under this key may go to the service of the document. */
  isShared: boolean
}

/** The key that follows from the document: of its title and the scheme, so that two documents do not share one by accident. */
export const suggestedKey = (title: string, scheme: string): string =>
  keyOfName(`${title} ${scheme}`).slice(0, longestKey).replace(/_+$/, '') || 'secret'

const keyPattern = /^[a-z][a-z0-9_]*$/

/**
 * What keeps a choice from being used: a document decides where a call goes, so a value that is there already is named by its tools
 * only where somebody says so.
 * @param values keys of values that the account has; null = not known, and so counted as there
 */
export function secretProblem(
  scheme: Scheme,
  { key, isShared }: SecretChoice,
  values: ReadonlySet<string> | null,
): 'form' | 'shared' | null {
  if (!keyPattern.test(key) || key.length > longestKey) return 'form'
  const isThere = values === null || secretKeys(scheme, key).some((one) => values.has(one))
  return isThere && !isShared ? 'shared' : null
}

/** What is wrong with a typed address of a service; null where nothing is. */
export function hostProblem(host: string): string | null {
  const text = host.trim()
  if (text === '') return 'Enter the address of the service, such as https://api.example.com.'
  if (!/^https?:\/\/[^/]/i.test(text) || !URL.canParse(text) || /[{}]/.test(text))
    return 'The address must start with https:// or http://.'
  const { username, password, search, hash } = new URL(text)
  return username !== '' || password !== '' || search !== '' || hash !== ''
    ? 'Use only scheme, host and path, without user name, password or query.'
    : null
}
