/** The parameters of a list that are sent, without those that say where and how much. Pure. */
import { pathNames, urlOf, type AnyEndpoint } from '#contract/kernel/kernel.ts'

/** These follow from how the service gives its lists. */
const placeNames = new Set(['limit', 'offset', 'page', 'page_size', 'cursor', 'count'])

/** @param without parameters that the service does not heed */
export function sentParams(
  endpoint: AnyEndpoint,
  input: Readonly<Record<string, unknown>>,
  without: ReadonlySet<string>,
  withOrder: boolean,
): URLSearchParams {
  const url = urlOf(endpoint, input)
  const at = url.indexOf('?')
  const params = new URLSearchParams(at === -1 ? '' : url.slice(at))
  const names = new Set(pathNames(endpoint.path))
  for (const name of new Set(params.keys()))
    if (placeNames.has(name) || names.has(name) || without.has(name) || (name === 'ordering' && !withOrder))
      params.delete(name)
  return params
}
