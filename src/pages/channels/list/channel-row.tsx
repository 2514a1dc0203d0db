import { TriangleAlert, Workflow } from 'lucide-react'
import type { ReactNode } from 'react'
import type { To } from 'react-router'
import type { Channel } from '#contract/channel.ts'
import { isReturned } from '#lib/absent.ts'
import { needsAttention } from '#parts/channels/channel-attention.ts'
import { ChannelTile, channelTypeWord } from '#parts/channels/channel-type.tsx'
import { RefLink } from '#parts/display/ref-link.tsx'
import { RowLink } from '#parts/display/row-link.tsx'
import { ChannelStatusBadge } from '#parts/display/status.tsx'
import { TimeText } from '#parts/display/time.tsx'
import { useZone } from '#parts/display/zone.ts'
import { flowPath } from '#ui/paths.ts'
import { useNow } from '#ui/browser/now.ts'
import { Tag } from '#ui/feedback/tag.tsx'
import { channelWords } from '#parts/channels/channel-words.ts'
import './channel-row.css'

/** "Email · IMAP + SMTP" */
const kindOf = ({ type, provider }: Channel): string =>
  provider === null || provider === '' ? channelTypeWord(type) : `${channelTypeWord(type)} · ${provider}`

function RowName({ channel, to }: { channel: Channel; to: (id: string) => To }) {
  return (
    <div className="name">
      <h3 className="cut leading-5 font-medium">
        <RowLink
          id={channel.id}
          to={to}
          className={channel.id === '' ? '' : 'row-link'}
          data-channel={channel.id}
          title={channel.name}
        >
          <bdi>{channel.name}</bdi>
        </RowLink>
      </h3>
      <p className="flex items-center gap-1.5 text-xs text-text-3">
        <span className="cut">{kindOf(channel)}</span>
        {channel.sample && <Tag>sample</Tag>}
      </p>
    </div>
  )
}

function FlowLine({ channel }: { channel: Channel }) {
  if (channel.flow === null && !isReturned(channel, 'flow')) return null
  if (channel.flow === null) return <p className="flow text-xs text-text-3">No flow</p>
  return (
    <p className="flow flex items-center gap-1.5 text-xs text-text-3">
      <Workflow className="xs" />
      <RefLink to={flowPath} of={channel.flow} className="over cut text-text-2 hover:underline" />
    </p>
  )
}

/** The problem with its remedy; a channel that works may have one too. */
function Problem({ channel }: { channel: Channel }) {
  const zone = useZone()
  const now = useNow()
  const { problem, advice } = channelWords(channel, { now, zone })
  const isAttentionNeeded = needsAttention(channel)
  if (problem === '') return null
  return (
    <div className="text wrap-anywhere" title={[problem, advice].filter(Boolean).join(' ')}>
      <p className={`line-clamp-2 leading-[18px] ${isAttentionNeeded ? '' : 'text-xs text-text-2'}`}>
        {channel.status === 'connected' && (
          <TriangleAlert className="xs mr-1 inline align-[-1px] text-warn" aria-label="Warning" role="img" />
        )}
        {problem}
      </p>
      {isAttentionNeeded && <p className="line-clamp-2 text-xs text-text-2">{advice}</p>}
    </div>
  )
}

function State({ channel }: { channel: Channel }) {
  return (
    <div className="state">
      <ChannelStatusBadge channel={channel} />
      <p className="cut text-xs text-text-3">
        {channel.last_event_at === null && isReturned(channel, 'last_event_at') ? (
          'no events yet'
        ) : (
          <>
            <span className="sr-only">last event </span>
            <TimeText at={channel.last_event_at} />
          </>
        )}
      </p>
    </div>
  )
}

/** A channel with its state, its problem, its flow, and the button that helps. */
export function ChannelRow({
  channel,
  to,
  open,
  hours,
  action,
}: {
  channel: Channel
  to: (id: string) => To
  open: boolean
  /** Hourly activity. */
  hours: ReactNode
  action: ReactNode
}) {
  return (
    <article className="channel-row" aria-current={open ? 'true' : undefined}>
      <span className="tile">
        <ChannelTile type={channel.type} />
      </span>
      <RowName channel={channel} to={to} />
      <State channel={channel} />
      <Problem channel={channel} />
      <FlowLine channel={channel} />
      {hours}
      {action}
    </article>
  )
}

/** Placeholder for a row. */
export const ChannelRowSkeleton = () => (
  <div className="channel-row">
    <span className="tile skeleton size-7!" />
    <span className="name skeleton w-1/2" />
    <span className="text skeleton w-4/5" />
  </div>
)
