import { queryOptions, useQuery } from '@tanstack/react-query'
import { call } from '#api/request/client.ts'
import { maxLimit } from '#contract/kernel/page.ts'
import { tool as toolApi } from '#contract/tool.ts'
import { readPages } from '#parts/lists/read-pages.ts'

/** Maximum number of pages read; conflicts with further tools are reported by the service. */
const maxPages = 30
const freshMs = 30_000

export interface OwnTools {
  /** Ids of tools, by key. */
  ids: ReadonlyMap<string, string>
  /** Keys of global tools, which other tools can refer to: `{{ secrets.key }}`. */
  values: ReadonlySet<string>
  /** Whether all tools of the account were read. */
  isComplete: boolean
}

const ownToolsQuery = queryOptions<OwnTools>({
  // Begins with the noun, so that writes of tools invalidate this query.
  queryKey: [toolApi.list.noun, 'keys of all tools'],
  queryFn: async ({ signal }) => {
    const { all, isComplete } = await readPages(maxPages, (place) =>
      call(toolApi.list, { limit: maxLimit, ordering: 'key', ...place }, { signal }),
    )
    return {
      ids: new Map(all.map(({ key, id }) => [key, id])),
      values: new Set(all.filter(({ category }) => category === 'global').map(({ key }) => key)),
      isComplete,
    }
  },
  staleTime: freshMs,
})

/** The keys of the account's tools; null while they are loading, or if loading failed. */
export function useOwnTools(): { ownTools: OwnTools | null; failed: boolean } {
  const { data, isError } = useQuery(ownToolsQuery)
  return { ownTools: data ?? null, failed: isError && data === undefined }
}
