import type { View } from '#contract/view.ts'
import { savedQuery } from '#parts/views/saved-view-query.ts'
import { ViewPicker } from '#parts/views/view-picker.tsx'
import { allConversationsQuery, builtInViews } from '#shell/navigation/built-in-views.ts'
import { allConversations } from '#pages/inbox/inbox-view.ts'

/** Prefix of the values of built-in views; ids of saved views have another one. */
const builtInPrefix = 'ready '

export const builtInViewValue = (name: string): string => `${builtInPrefix}${name}`

/** All views of the inbox in one searchable list. */
export function InboxViewPicker({
  saved,
  currentView,
  onQuery,
}: {
  saved: readonly View[]
  /** The current view; null if the filter is not that of a view. */
  currentView: { value: string; label: string } | null
  onQuery: (query: URLSearchParams) => void
}) {
  const show = (value: string | undefined) => {
    const view = saved.find(({ id }) => id === value)
    const builtIn = builtInViews.find(({ name }) => builtInViewValue(name) === value)
    onQuery(view ? savedQuery(view) : new URLSearchParams(builtIn?.query ?? allConversationsQuery))
  }
  return (
    <ViewPicker
      all={{ value: allConversations, label: 'All conversations' }}
      saved={saved}
      builtIn={builtInViews.map(({ name, label }) => ({ value: builtInViewValue(name), label, note: 'built-in' }))}
      currentView={currentView}
      isTitle
      onValue={show}
    />
  )
}
