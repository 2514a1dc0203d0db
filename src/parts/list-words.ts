/** What is said of a list that the service did not choose or count itself. Pure. */
import type { Here } from '#api/lists/here.ts'
import { count, formatCount } from '#lib/count.ts'

/** Parameters that are a search, whichever list it is. */
const searches = new Set(['search', 'q'])

/** One sentence each, in the order of their weight. */
export function listWords({ parameters, ordering, loaded, isWhole, isCut }: Here): string[] {
  const over = isWhole ? `over all ${formatCount(loaded)}` : `over ${formatCount(loaded)} loaded`
  const isSearched = parameters.some((name) => searches.has(name))
  const isFiltered = parameters.some((name) => !searches.has(name))
  const done = [...(isFiltered ? ['Filtered'] : []), ...(isSearched ? ['searched'] : [])].join(' and ')
  return [
    done === '' ? '' : `${done.charAt(0).toUpperCase()}${done.slice(1)} here, ${over}.`,
    ordering === 'unheeded' ? 'In the order of the service.' : '',
    isCut ? `The service gave ${count(loaded, 'row')} and names no way to more.` : '',
  ].filter((words) => words !== '')
}
