import { Bookmark, ChevronDown } from 'lucide-react'
import type { View } from '#contract/view.ts'
import { Picker } from '#ui/overlays/picker.tsx'
import type { PickerOption } from '#ui/overlays/picker-options.ts'

/** Note after the name of a saved view. */
const noteOf = ({ visibility, is_mine: isMine, owner, is_default: isFirst }: View): string =>
  [
    visibility === 'private' ? 'private' : isMine ? 'shared' : `shared by ${owner.name}`,
    ...(isFirst ? ['default'] : []),
  ].join(' · ')

const none: readonly PickerOption[] = []

/** All views of a list in one searchable list. */
export function ViewPicker({
  all,
  saved,
  builtIn = none,
  currentView,
  isTitle = false,
  onValue,
}: {
  /** The option for the list without a view. */
  all: PickerOption
  saved: readonly View[]
  builtIn?: readonly PickerOption[]
  /** The current view; null if the filter is not that of a view. */
  currentView: { value: string; label: string } | null
  /** The name of the view is the title of the page, so the button does not repeat it. */
  isTitle?: boolean
  /** Called with the id of a saved view, or the value of another option. */
  onValue: (value: string | undefined) => void
}) {
  const options: PickerOption[] = [
    all,
    ...saved.map((view) => ({ value: view.id, label: view.name, note: noteOf(view) })),
    ...builtIn,
  ]
  return (
    <Picker
      label="View"
      options={options}
      chosen={currentView === null ? [] : [currentView.value]}
      onChosen={([value]) => onValue(value)}
      trigger={
        <button
          type="button"
          className="chip max-w-60 max-sm:min-h-9"
          data-next-focus=""
          aria-label={`View: ${currentView?.label ?? 'unsaved filter'}`}
        >
          <Bookmark className="s" />
          {/* On a phone the name of the view is the title of the page. */}
          <bdi className="cut max-sm:sr-only">{isTitle ? 'Views' : (currentView?.label ?? 'Views')}</bdi>
          <ChevronDown className="xs max-sm:hidden" />
        </button>
      }
    />
  )
}
