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

interface FieldFilterProps<T extends string> {
  name: string
  values: readonly T[]
  chosen: readonly T[]
  labelOf: (value: T) => string
  iconOf?: (value: T) => ReactNode
  onChosen: (chosen: T[]) => void
}

/** The values of a field; several of them are joined by OR. */
const FieldValues = <T extends string>({
  values,
  chosen,
  labelOf,
  iconOf,
  onChosen,
}: Omit<FieldFilterProps<T>, 'name'>) =>
  values.map((value) => (
    <MenuChoice
      key={value}
      checked={chosen.includes(value)}
      onChange={(checked) => onChosen(values.filter((one) => (one === value ? checked : chosen.includes(one))))}
    >
      <span className="flex items-center gap-2">
        {iconOf?.(value)}
        {labelOf(value)}
      </span>
    </MenuChoice>
  ))

/** One field of the filter. */
function FieldFilter<T extends string>({ name, ...field }: FieldFilterProps<T>) {
  const { chosen, labelOf } = field
  const chosenText = chosen.map(labelOf).join(', ')
  return (
    <Menu
      align="start"
      trigger={
        <button type="button" className={`chip max-w-full max-sm:hidden ${chosenText === '' ? '' : 'on'}`}>
          {name} <b className="cut">{chosenText || 'any'}</b>
          <ChevronDown className="xs" />
        </button>
      }
    >
      <FieldValues {...field} />
    </Menu>
  )
}

const iconOfType = (type: ChannelType) => <ChannelTypeIcon type={type} className="s text-text-2" />

/** Search, type and status; on a phone one button contains the two fields. Each change returns to the first page. */
export function ChannelsFilter({ view, onView }: { view: ChannelsView; onView: (view: ChannelsView) => void }) {
  const change = (part: Partial<ChannelsView>) => onView({ ...view, page: 1, ...part })
  const types: FieldFilterProps<ChannelType> = {
    name: 'Type',
    values: ChannelType.options,
    chosen: view.types,
    labelOf: channelTypeWord,
    iconOf: iconOfType,
    onChosen: (chosen) => change({ types: chosen }),
  }
  const statuses: FieldFilterProps<ChannelStatus> = {
    name: 'Status',
    values: ChannelStatus.options,
    chosen: view.statuses,
    labelOf: channelStatusWord,
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
      <FieldFilter {...types} />
      <FieldFilter {...statuses} />
      <PhoneFilters what="Type, status" set={view.types.length + view.statuses.length}>
        <FieldValues {...statuses} />
        <MenuLine />
        <FieldValues {...types} />
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
      <span className="text-xs text-text-3 max-sm:hidden">Problems first</span>
    </div>
  )
}
