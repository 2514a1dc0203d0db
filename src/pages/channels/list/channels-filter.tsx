import { ChevronDown, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { ChannelStatus } from '#contract/channel.ts'
import { ChannelType } from '#contract/values/channel-type-schema.ts'
import { ChannelTypeIcon, channelTypeWord } from '#parts/channels/channel-type.tsx'
import { PhoneFilters } from '#parts/lists/phone-filters.tsx'
import { channelStatusWord } from '#parts/display/status.tsx'
import { Menu, MenuChoice, MenuItem, MenuLine } from '#ui/overlays/menu.tsx'
import { SearchField } from '#ui/controls/search-field.tsx'
import { isChannelsFiltered, unfilteredChannels, type ChannelsView } from '#pages/channels/channels-view.ts'

interface ChoiceOf<T extends string> {
  name: string
  words: readonly T[]
  chosen: readonly T[]
  wordOf: (word: T) => string
  iconOf?: (word: T) => ReactNode
  onChosen: (chosen: T[]) => void
}

/** The values of a field; several of them are joined by OR. */
const Words = <T extends string>({ words, chosen, wordOf, iconOf, onChosen }: Omit<ChoiceOf<T>, 'name'>) =>
  words.map((word) => (
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
  ))

/** One field of the filter. */
function Choice<T extends string>({ name, ...field }: ChoiceOf<T>) {
  const { chosen, wordOf } = field
  const said = chosen.map(wordOf).join(', ')
  return (
    <Menu
      align="start"
      trigger={
        <button type="button" className={`chip max-w-full max-sm:hidden ${said === '' ? '' : 'on'}`}>
          {name} <b className="cut">{said || 'any'}</b>
          <ChevronDown className="xs" />
        </button>
      }
    >
      <Words {...field} />
    </Menu>
  )
}

const iconOfType = (type: ChannelType) => <ChannelTypeIcon type={type} className="s text-text-2" />

/** Search, type and status; on a phone one button contains the two fields. Each change returns to the first page. */
export function ChannelsFilter({ view, onView }: { view: ChannelsView; onView: (view: ChannelsView) => void }) {
  const change = (part: Partial<ChannelsView>) => onView({ ...view, page: 1, ...part })
  const types: ChoiceOf<ChannelType> = {
    name: 'Type',
    words: ChannelType.options,
    chosen: view.types,
    wordOf: channelTypeWord,
    iconOf: iconOfType,
    onChosen: (chosen) => change({ types: chosen }),
  }
  const statuses: ChoiceOf<ChannelStatus> = {
    name: 'Status',
    words: ChannelStatus.options,
    chosen: view.statuses,
    wordOf: channelStatusWord,
    onChosen: (chosen) => change({ statuses: chosen }),
  }
  return (
    <div className="bar flex-wrap!" role="search" aria-label="Channels">
      <SearchField
        label="Search channels"
        value={view.search}
        onSearch={(search) => change({ search })}
        className="w-60! max-sm:w-auto! max-sm:flex-1"
      />
      <Choice {...types} />
      <Choice {...statuses} />
      <PhoneFilters what="Type, status" set={view.types.length + view.statuses.length}>
        <Words {...statuses} />
        <MenuLine />
        <Words {...types} />
        {isChannelsFiltered(view) && (
          <>
            <MenuLine />
            <MenuItem icon={<X />} onSelect={() => onView(unfilteredChannels(view))}>
              Reset
            </MenuItem>
          </>
        )}
      </PhoneFilters>
      {isChannelsFiltered(view) && (
        <button
          type="button"
          className="link cursor-pointer max-sm:hidden"
          onClick={() => onView(unfilteredChannels(view))}
        >
          Reset
        </button>
      )}
      <span className="flex-1 max-sm:hidden" />
      <span className="text-xs text-text-3 max-sm:hidden">Worst first</span>
    </div>
  )
}
