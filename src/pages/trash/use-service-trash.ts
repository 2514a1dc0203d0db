import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useNavigate, useSearchParams } from 'react-router'
import { useExtension } from '#api/query/me.ts'
import { q, useApiMutation } from '#api/query/query.ts'
import { flowTrash, type DeletedFlow } from '#contract/flows/flow-trash.ts'
import { flowTrash as extension } from '#contract/kernel/extensions.ts'
import { defaultLimit } from '#contract/kernel/page.ts'
import { requestedText } from '#lib/text/text.ts'
import { placeAfter, placeBefore, placeInput, readPlace, writePlace, type ListPlace } from '#parts/lists/list-place.ts'
import { showToast } from '#ui/overlays/toast.tsx'
import { flowPath } from '#ui/paths.ts'

/** Maximum length of a search. */
const maxSearch = 500

/** A page of the trash of the service, by the URL, and a mutation that restores a flow. */
export function useServiceTrash() {
  const isOffered = useExtension(extension)
  const [query, setQuery] = useSearchParams()
  const navigate = useNavigate()
  const place = readPlace(query)
  const search = requestedText(query.get('search'), maxSearch)
  const list = useQuery({
    ...q(flowTrash.trash, { limit: defaultLimit, ...placeInput(place), ...(search === '' ? {} : { search }) }),
    enabled: isOffered,
    placeholderData: keepPreviousData,
  })
  const restoring = useApiMutation(flowTrash.restore)
  const go = (text: string, to: ListPlace | null) => {
    const next = new URLSearchParams(text === '' ? {} : { search: text })
    if (to !== null) writePlace(next, to)
    setQuery(next)
  }
  const page = list.data
  const after = page && placeAfter(page, place)
  const before = page && placeBefore(page, place, defaultLimit)
  return {
    isOffered,
    list,
    search,
    from: place.from,
    restoring,
    onSearch: (text: string) => go(text, null),
    onPrevious: before ? () => go(search, before) : null,
    onNext: after ? () => go(search, after) : null,
    restore: ({ id, name }: DeletedFlow) =>
      restoring.mutate(
        { id },
        {
          onSuccess: ({ status }) => {
            showToast({ message: `“${name}” was restored${status === 'paused' ? ' and is paused' : ''}` })
            void navigate(flowPath(id))
          },
        },
      ),
  }
}

export type ServiceTrash = ReturnType<typeof useServiceTrash>
