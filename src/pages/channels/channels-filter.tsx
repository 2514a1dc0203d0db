import { ChevronDown } from 'lucide-react'
import type { ReactNode } from 'react'
import { ChannelStatus } from '#contract/channel.ts'
import { ChannelType } from '#contract/channel-type.ts'
import { ChannelTypeIcon, channelTypeWord } from '#parts/channel-type.tsx'
import { channelStatusWord } from '#parts/status.tsx'
import { Menu, MenuChoice } from '#ui/menu.tsx'
import { SearchField } from '#ui/search-field.tsx'
import { isFiltered, unfiltered, type ChannelsView } from './channels-view.ts'

/** One field of the filter: several of its words together are OR. */
function Choice<T extends string>({
  name,
  words,
  chosen,
  wordOf,
  iconOf,
  onChosen,
}: {
  name: string
  words: readonly T[]
  chosen: readonly T[]
  wordOf: (word: T) => string
  iconOf?: (word: T) => ReactNode
  onChosen: (chosen: T[]) => void
}) {
  const said = chosen.map(wordOf).join(', ')
  return (
    <Menu
      align="start"
      trigger={
        <button type="button" className={`chip max-w-full ${said === '' ? '' : 'on'}`}>
          {name} <b className="cut">{said || 'any'}</b>
          <ChevronDown className="xs" />
        </button>
      }
    >
      {words.map((word) => (
        <MenuChoice
          key={word}
          checked={chosen.includes(word)}
          onChange={(checked) => onChosen(words.filter((one) => (one === word ? checked : chosen.includes(one))))}
        >
          <span className="flex items-center gap-2">
            {iconOf?.(word)}
            {wordOf(word)}
          </span>
        </MenuChoice>
      ))}
    </Menu>
  )
}

const iconOfType = (type: ChannelType) => <ChannelTypeIcon type={type} className="s text-text-2" />

/** Search, type and status. Each change starts again at the first page. */
export function ChannelsFilter({ view, onView }: { view: ChannelsView; onView: (view: ChannelsView) => void }) {
  const change = (part: Partial<ChannelsView>) => onView({ ...view, page: 1, ...part })
  return (
    <div className="bar flex-wrap! max-sm:py-2!" role="search" aria-label="Channels">
      <SearchField
        label="Search channels"
        value={view.search}
        onSearch={(search) => change({ search })}
        className="w-60! max-sm:w-full!"
      />
      <Choice
        name="Type"
        words={ChannelType.options}
        chosen={view.types}
        wordOf={channelTypeWord}
        iconOf={iconOfType}
        onChosen={(types) => change({ types })}
      />
      <Choice
        name="Status"
        words={ChannelStatus.options}
        chosen={view.statuses}
        wordOf={channelStatusWord}
        onChosen={(statuses) => change({ statuses })}
      />
      {isFiltered(view) && (
        <button type="button" className="link cursor-pointer" onClick={() => onView(unfiltered(view))}>
          Reset
        </button>
      )}
      <span className="flex-1 max-sm:hidden" />
      <span className="text-xs text-text-3 max-sm:hidden">Worst first</span>
    </div>
  )
}
