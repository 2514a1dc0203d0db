import { queryOptions, useQuery } from '@tanstack/react-query'
import { call } from '#api/request/client.ts'
import { maxLimit } from '#contract/kernel/page.ts'
import { tool as toolApi } from '#contract/tool.ts'
import { readPages } from '#parts/lists/read-pages.ts'

/** Maximum pages that are read ahead; the service reports conflicts with further tools. */
const maxPages = 30
const freshMs = 30_000

export interface OwnTools {
  /** The id of the tool with a key. */
  ids: ReadonlyMap<string, string>
  /** Keys of values that tools can name: `{{ secrets.key }}`. */
  values: ReadonlySet<string>
  /** False if the account has more than was read. */
  isWhole: boolean
}

const ownToolsQuery = queryOptions<OwnTools>({
  // Begins with the noun, so that writes of tools invalidate it.
  queryKey: [toolApi.list.noun, 'keys of all tools'],
  queryFn: async ({ signal }) => {
    const { all, isWhole } = await readPages(maxPages, (place) =>
      call(toolApi.list, { limit: maxLimit, ordering: 'key', ...place }, { signal }),
    )
    return {
      ids: new Map(all.map(({ key, id }) => [key, id])),
      values: new Set(all.filter(({ category }) => category === 'global').map(({ key }) => key)),
      isWhole,
    }
  },
  staleTime: freshMs,
})

/** The keys of the account's tools; null while they are loading, and if that failed. */
export function useOwnTools(): { own: OwnTools | null; failed: boolean } {
  const { data, isError } = useQuery(ownToolsQuery)
  return { own: data ?? null, failed: isError && data === undefined }
}
