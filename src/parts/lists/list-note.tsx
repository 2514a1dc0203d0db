import { localHandlingOf } from '#api/lists/local-handling.ts'
import { listWords, withoutIdWords } from './list-words.ts'
import { unverifiableFilters } from './unverifiable-filters.ts'

const noFilters: readonly string[] = []

/**
 * Note above a list: rows without an id, what the console did instead of the service, missing rows, and filters that
 * cannot be confirmed. Empty if there is nothing to report.
 */
export function ListNote({
  page,
  filters = noFilters,
}: {
  page: { results: readonly object[] } | undefined
  /** Names of the filters in use. */
  filters?: readonly string[]
}) {
  const localHandling = localHandlingOf(page)
  const unverifiable = unverifiableFilters(page?.results ?? [], filters)
  const words = [
    withoutIdWords(page?.results ?? []),
    ...(localHandling === null ? [] : listWords(localHandling)),
    ...(unverifiable.length === 0
      ? []
      : [`The service does not return ${unverifiable.join(', ')}, so we cannot confirm that these rows match.`]),
  ].filter((sentence) => sentence !== '')
  if (words.length === 0) return null
  return (
    <p role="status" className="flex-none px-5 pt-1 pb-2 text-xs text-text-2 max-lg:px-4">
      {words.join(' ')}
    </p>
  )
}
