/** Lists of a service other than the reference service, by path. Loaded with the first response of such a service. */
import { pathNames, type AnyEndpoint, type Noun } from '#contract/kernel/endpoint.ts'
import { ForeignList, type ListRequestContext } from './foreign-list.ts'
import type { ListPage } from './list-page.ts'
import { forgetNames } from './reference-names.ts'

const lists = new Map<string, { noun: Noun; list: ForeignList }>()

/** Whether a list was read as foreign before: it is then requested with the service's own parameters immediately. */
export const isForeignList = (path: string): boolean => lists.has(path)

/** @param path of the endpoint, filled in. Rejects like `call`. */
export function readForeignList(
  endpoint: AnyEndpoint,
  path: string,
  input: Readonly<Record<string, unknown>>,
  context: ListRequestContext,
): Promise<ListPage> {
  const { list } = lists.get(path) ?? { list: new ForeignList(endpoint) }
  // Nested lists (messages of a conversation) are numerous, and not cached.
  if (pathNames(endpoint.path).length === 0) lists.set(path, { noun: endpoint.noun, list })
  return list.read(input, context)
}

/** Drops the loaded rows of these nouns, after a change. */
export function forgetLists(nouns: readonly Noun[]): void {
  for (const { noun, list } of lists.values()) if (nouns.includes(noun)) list.forget()
  forgetNames(nouns)
}
