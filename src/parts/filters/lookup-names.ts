/** Resolves ids in rules to names. */
import { useQueries, useQueryClient, type QueryClient } from '@tanstack/react-query'
import type { Rule } from '#contract/filter/filter.ts'
import type { PickerOption } from '#ui/overlays/picker-options.ts'

/** Search for the values of a field, and the names of its ids. */
export interface Lookup {
  search: (text: string, signal: AbortSignal) => Promise<readonly PickerOption[]>
  /** Resolves an id to a name; null if unknown. Absent for values that are not ids, such as labels. */
  name?: (id: string, signal: AbortSignal) => Promise<string | null>
}

/** Lookups by name of the field. */
export type Lookups = Readonly<Record<string, Lookup>>

/** Cache time in ms; names rarely change. */
const freshMs = 300_000

const keyOf = (field: string, id: string) => ['filter-name', field, id] as const

/** Caches the name of a chosen option. */
function cacheName(client: QueryClient, field: string, option: PickerOption): void {
  client.setQueryData(keyOf(field, option.value), option.label)
}

export const useCacheName = () => {
  const client = useQueryClient()
  return (field: string, option: PickerOption) => cacheName(client, field, option)
}

/**
 * Function that returns the name of an id in the rules; the id itself if it has no name, undefined while loading or after an
 * error.
 */
export function useRuleNames(
  rules: readonly Rule[],
  lookups: Lookups,
): (field: string, id: string) => string | undefined {
  const ids = rules
    .filter((rule) => rule.field.type === 'ref' && rule.operator !== 'isnull')
    .flatMap(({ field, values }) =>
      values.filter((id) => !field.values.includes(id)).map((id) => ({ field: field.name, id })),
    )
  const nameQueries = useQueries({
    queries: ids.map(({ field, id }) => ({
      queryKey: keyOf(field, id),
      queryFn: async ({ signal }: { signal: AbortSignal }) => (await lookups[field]?.name?.(id, signal)) ?? id,
      staleTime: freshMs,
      retry: false,
    })),
  })
  const names = new Map(ids.map(({ field, id }, index) => [`${field} ${id}`, nameQueries[index]?.data]))
  return (field, id) => names.get(`${field} ${id}`)
}
