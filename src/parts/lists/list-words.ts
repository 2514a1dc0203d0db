/** Texts about a list that the service did not filter, sort or return completely. Pure. */
import type { LocalHandling } from '#api/lists/local-handling.ts'
import { count, formatCount } from '#lib/count.ts'

/** Search parameters of all lists. */
const searches = new Set(['search', 'q'])

/** Why some rows cannot be opened; '' if all of them have an id. */
export function withoutIdWords(rows: readonly object[]): string {
  const without = rows.filter((row) => 'id' in row && row.id === '').length
  if (without === 0) return ''
  if (rows.length === 1) return 'This service returns no id for this row, so you can only view it.'
  const which = without === rows.length ? 'these rows' : `${formatCount(without)} of these rows`
  return `This service returns no id for ${which}, so ${without === 1 ? 'it' : 'they'} can only be viewed.`
}

/** Sentences about how the console handled a list, most important first. */
export function listWords({ parameters, ordering, loaded, isComplete, isTruncated }: LocalHandling): string[] {
  const over = isComplete ? `over all ${count(loaded, 'row')}` : `over ${count(loaded, 'loaded row')}`
  const isSearched = parameters.some((name) => searches.has(name))
  const isFiltered = parameters.some((name) => !searches.has(name))
  const done = [...(isFiltered ? ['Filtered'] : []), ...(isSearched ? ['searched'] : [])].join(' and ')
  return [
    done === '' ? '' : `${done.charAt(0).toUpperCase()}${done.slice(1)} in the browser, ${over}.`,
    ordering === 'ignored' ? 'The service ignored the sort order.' : '',
    isTruncated ? `The service returned ${count(loaded, 'row')} and no link to more.` : '',
  ].filter((words) => words !== '')
}
