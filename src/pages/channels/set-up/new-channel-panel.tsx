import { ChevronRight } from 'lucide-react'
import { Link } from 'react-router'
import { channelDescriptors } from '#contract/channels/descriptors.ts'
import { creatableChannelTypes } from '#contract/values/channel-type.ts'
import { ChannelTile, channelTypeWord } from '#parts/channels/channel-type.tsx'
import { Panel } from '#ui/overlays/panel.tsx'
import { channelsLinkTo, type ChannelsPanel, type ChannelsView } from '#pages/channels/channels-view.ts'

/** Panel to choose the type of a new channel; open while the URL contains `new` without a type. */
export function NewChannelPanel({
  view,
  panel,
  onClose,
}: {
  view: ChannelsView
  panel: ChannelsPanel & { kind: 'new' }
  onClose: () => void
}) {
  return (
    <Panel wide title="New channel" takesFocus onClose={onClose}>
      <ul className="grid gap-2 px-5 py-4 max-sm:px-4">
        {creatableChannelTypes.map((type) => (
          <li key={type} className="min-w-0">
            <Link
              className="card flex items-center gap-3 px-3.5 py-2.5 hover:bg-hover"
              to={channelsLinkTo(view, { panel: { ...panel, type } })}
            >
              <ChannelTile type={type} />
              <span className="min-w-0 flex-1">
                <span className="block font-semibold">{channelTypeWord(type)}</span>
                <span className="block text-text-2">{channelDescriptors[type].summary}</span>
              </span>
              <ChevronRight className="s text-text-3" />
            </Link>
          </li>
        ))}
      </ul>
    </Panel>
  )
}
