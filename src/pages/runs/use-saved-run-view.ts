import type { View } from '#contract/view.ts'
import { isChangedView } from '#parts/views/saved-view-query.ts'
import { useSavedViews } from '#parts/views/use-saved-views.ts'
import type { RunListView } from './run-list-view.ts'

export interface SavedRunView {
  /** Whether the service supports views. */
  isOffered: boolean
  all: readonly View[]
  /** The saved view that the URL names, if it exists. */
  current: View | null
  /** The filter or order differs from the view. */
  isChanged: boolean
}

/** The saved view of runs in the URL. The default time filter is not part of a view. */
export function useSavedRunView({ saved, filters, ordering }: RunListView): SavedRunView {
  const { isOffered, all } = useSavedViews('run')
  const current = all.find(({ id }) => id === saved) ?? null
  return { isOffered, all, current, isChanged: current !== null && isChangedView(current, { filters, ordering }) }
}
