import { X } from 'lucide-react'
import { ChannelStatus } from '#contract/channel.ts'
import { ChannelType } from '#contract/values/channel-type-schema.ts'
import { ChannelTypeIcon, channelTypeWord } from '#parts/channels/channel-type.tsx'
import { ChoiceChip, ChoiceItems, ClearFilters } from '#parts/lists/choice-chip.tsx'
import { PhoneFilters } from '#parts/lists/phone-filters.tsx'
import { channelStatusWord } from '#parts/display/status.tsx'
import { MenuItem, MenuLine } from '#ui/overlays/menu.tsx'
import { SearchField } from '#ui/controls/search-field.tsx'
import { isChannelsFiltered, unfilteredChannels, type ChannelsView } from '#pages/channels/channels-view.ts'

const iconOfType = (type: ChannelType) => <ChannelTypeIcon type={type} className="s text-text-2" />

/** Search, type and status; on a phone one button contains the two fields. Each change returns to the first page. */
export function ChannelsFilter({ view, onView }: { view: ChannelsView; onView: (view: ChannelsView) => void }) {
  const change = (part: Partial<ChannelsView>) => onView({ ...view, page: 1, ...part })
  const types = {
    values: ChannelType.options,
    chosen: view.types,
    labelOf: channelTypeWord,
    iconOf: iconOfType,
    onChosen: (chosen: ChannelType[]) => change({ types: chosen }),
  }
  const statuses = {
    values: ChannelStatus.options,
    chosen: view.statuses,
    labelOf: channelStatusWord,
    onChosen: (chosen: ChannelStatus[]) => change({ statuses: chosen }),
  }
  return (
    <div className="bar flex-wrap!" role="search" aria-label="Channels">
      <SearchField
        label="Search channels"
        value={view.search}
        onSearch={(search) => change({ search })}
        className="w-60! max-sm:w-auto! max-sm:flex-1"
      />
      <ChoiceChip name="Type" {...types} className="max-sm:hidden" />
      <ChoiceChip name="Status" {...statuses} className="max-sm:hidden" />
      <PhoneFilters what="Type, status" set={view.types.length + view.statuses.length}>
        <ChoiceItems {...statuses} />
        <MenuLine />
        <ChoiceItems {...types} />
        {isChannelsFiltered(view) && (
          <>
            <MenuLine />
            <MenuItem icon={<X />} onSelect={() => onView(unfilteredChannels(view))}>
              Clear filters
            </MenuItem>
          </>
        )}
      </PhoneFilters>
      {isChannelsFiltered(view) && <ClearFilters onClear={() => onView(unfilteredChannels(view))} />}
      <span className="flex-1 max-sm:hidden" />
      <span className="text-xs text-text-3 max-sm:hidden">Problems first</span>
    </div>
  )
}
