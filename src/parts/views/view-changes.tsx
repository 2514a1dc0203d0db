import { useQueryClient } from '@tanstack/react-query'
import { useApiMutation } from '#api/query/query.ts'
import { useWriteReason } from '#api/query/me.ts'
import { view as api, type View } from '#contract/view.ts'
import { ActionError } from '#parts/display/action-error.tsx'
import { savedQuery } from './saved-view-query.ts'
import { combinedFilter } from '#parts/filters/combined-filter.ts'
import { Button } from '#ui/controls/button.tsx'
import { showToast } from '#ui/overlays/toast.tsx'
import type { Filters } from '#parts/filters/rules.ts'

/** The filter and order to save. */
export interface UnsavedView {
  filters: Filters
  ordering: string
}

/** Why a view with an invalid filter is not saved: the service would reject that filter, or it would be lost. */
export const unreadableFilterReason = 'Part of this filter is invalid. Remove that part before saving.'

/** A changed saved view: save it, or reset it. */
export function ViewChanges({
  saved,
  view,
  onQuery,
}: {
  saved: View
  view: UnsavedView
  onQuery: (query: URLSearchParams) => void
}) {
  const locked = useWriteReason()
  const client = useQueryClient()
  const edit = useApiMutation(api.edit)
  const isShared = saved.visibility === 'shared'
  const save = () =>
    edit.mutate(
      {
        id: saved.id,
        body: { filter: combinedFilter(view.filters), ordering: view.ordering, version: saved.version },
      },
      {
        onSuccess: ({ name }) => showToast({ message: `The view “${name}” was saved` }),
        // After a conflict, so that the next attempt uses the current version.
        onError: () => void client.invalidateQueries({ queryKey: [api.edit.noun] }),
      },
    )
  return (
    <>
      <span className="view-changes">
        <span role="status">Changed</span>
        <Button
          variant="quiet"
          busy={edit.isPending}
          reason={locked ?? (view.filters.refused.length > 0 ? unreadableFilterReason : null)}
          onClick={save}
        >
          {isShared ? 'Save for everyone' : 'Save'}
        </Button>
        <Button variant="quiet" onClick={() => onQuery(savedQuery(saved))}>
          Reset
        </Button>
      </span>
      {edit.error !== null && (
        <span className="basis-full">
          <ActionError
            title={
              edit.error.code === 'version_conflict'
                ? 'Someone else changed this view. Reset loads their version, Save overwrites it.'
                : 'The view was not saved'
            }
            error={edit.error}
          />
        </span>
      )}
    </>
  )
}
