import { Bookmark, ChevronDown } from 'lucide-react'
import type { View } from '#contract/view.ts'
import { savedQuery } from '#parts/lists/saved-view-query.ts'
import { allConversationsQuery, builtInViews } from '#shell/navigation/built-in-views.ts'
import { Picker } from '#ui/overlays/picker.tsx'
import type { PickerOption } from '#ui/overlays/picker-options.ts'
import { allConversations } from '#pages/inbox/inbox-view.ts'

/** Prefix of the values of built-in views; ids of saved views have another one. */
const builtInPrefix = 'ready '

/** Note after the name of a saved view. */
const noteOf = ({ visibility, is_mine: isMine, owner, is_default: isFirst }: View): string =>
  [
    visibility === 'private' ? 'private' : isMine ? 'shared' : `shared by ${owner.name}`,
    ...(isFirst ? ['default'] : []),
  ].join(' · ')

/** All views of the inbox in one searchable list. */
export function ViewPicker({
  saved,
  currentView,
  onQuery,
}: {
  saved: readonly View[]
  /** The current view; null if the filter is not that of a view. */
  currentView: { value: string; label: string } | null
  onQuery: (query: URLSearchParams) => void
}) {
  const options: PickerOption[] = [
    ...saved.map((view) => ({ value: view.id, label: view.name, note: noteOf(view) })),
    ...builtInViews.map(({ name, label }) => ({ value: builtInViewValue(name), label, note: 'built-in' })),
    { value: allConversations, label: 'All conversations' },
  ]
  const show = (value: string | undefined) => {
    const view = saved.find(({ id }) => id === value)
    const builtIn = builtInViews.find(({ name }) => builtInViewValue(name) === value)
    onQuery(view ? savedQuery(view) : new URLSearchParams(builtIn?.query ?? allConversationsQuery))
  }
  return (
    <Picker
      label="View"
      options={options}
      chosen={currentView === null ? [] : [currentView.value]}
      onChosen={([value]) => show(value)}
      trigger={
        <button
          type="button"
          className="chip max-w-60 max-sm:min-h-9"
          data-next-focus=""
          aria-label={`View: ${currentView?.label ?? 'unsaved filter'}`}
        >
          <Bookmark className="s" />
          {/* On a phone the name of the view is the title of the page. */}
          <bdi className="cut max-sm:sr-only">{currentView?.label ?? 'Views'}</bdi>
          <ChevronDown className="xs max-sm:hidden" />
        </button>
      }
    />
  )
}

export const builtInViewValue = (name: string): string => `${builtInPrefix}${name}`
