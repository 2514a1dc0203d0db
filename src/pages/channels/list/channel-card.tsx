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
import './channel-card.css'

/** "Email · IMAP + SMTP" */
const kindOf = ({ type, provider }: Channel): string =>
  provider === null || provider === '' ? channelTypeWord(type) : `${channelTypeWord(type)} · ${provider}`

const edges: Record<string, string> = { error: 'bad', reauth_required: 'warn' }

function CardHead({ channel, to }: { channel: Channel; to: (id: string) => To }) {
  return (
    <div className="flex items-start gap-2.5">
      <ChannelTile type={channel.type} />
      <div className="min-w-0 flex-1">
        <h3 className="leading-5 wrap-anywhere">
          <RowLink id={channel.id} to={to} className={channel.id === '' ? '' : 'card-link'} data-channel={channel.id}>
            <bdi>{channel.name}</bdi>
          </RowLink>
        </h3>
        <p className="flex flex-wrap items-center gap-x-1.5 text-xs text-text-3 wrap-anywhere">
          {kindOf(channel)}
          {channel.sample && <Tag>sample</Tag>}
        </p>
      </div>
      {needsAttention(channel) && <ChannelStatusBadge status={channel.status} boxed />}
    </div>
  )
}

function FlowLine({ channel }: { channel: Channel }) {
  if (channel.flow === null && !isReturned(channel, 'flow')) return null
  if (channel.flow === null) return <p className="text-xs text-text-3">No flow</p>
  return (
    <p className="flex items-center gap-1.5 text-xs text-text-3">
      <Workflow className="xs" />
      <RefLink to={flowPath} of={channel.flow} className="over cut text-text-2 hover:underline" />
    </p>
  )
}

/** A card: for a channel that needs attention with its problem and the remedy, for any other with its last event. */
export function ChannelCard({
  channel,
  to,
  open,
  activity,
}: {
  channel: Channel
  to: (id: string) => To
  open: boolean
  /** Hourly activity. */
  activity: ReactNode
}) {
  const zone = useZone()
  const now = useNow()
  const { problem, advice } = channelWords(channel, { now, zone })
  const isAttentionNeeded = needsAttention(channel)
  return (
    <article
      className={`card channel-card ${edges[channel.status] ?? ''}`}
      aria-current={open ? 'true' : undefined}
      data-needs={isAttentionNeeded ? '' : undefined}
    >
      <CardHead channel={channel} to={to} />
      {isAttentionNeeded && (
        <div className="wrap-anywhere">
          <p className="font-medium">{problem}</p>
          <p className="text-text-2">{advice}</p>
        </div>
      )}
      {!isAttentionNeeded && problem !== '' && (
        <p className="line-clamp-2 flex items-start gap-1.5 text-xs text-text-2 wrap-anywhere">
          {channel.status === 'connected' && (
            <TriangleAlert className="xs mt-0.5 mr-1 inline align-[-1px] text-warn" aria-label="Warning" role="img" />
          )}
          {problem}
        </p>
      )}
      <FlowLine channel={channel} />
      {activity}
      {!isAttentionNeeded && (
        <div className="mt-auto flex flex-wrap items-center justify-between gap-x-3 text-xs">
          <ChannelStatusBadge status={channel.status} />
          <span className="text-text-3">
            {channel.last_event_at === null && isReturned(channel, 'last_event_at') ? (
              'no events yet'
            ) : (
              <>
                last event <TimeText at={channel.last_event_at} />
              </>
            )}
          </span>
        </div>
      )}
    </article>
  )
}

/** Placeholder for a card. */
export const CardSkeleton = () => (
  <div className="card channel-card">
    <div className="flex items-center gap-2.5">
      <span className="skeleton size-7!" />
      <span className="skeleton w-1/2" />
    </div>
    <span className="skeleton w-4/5" />
    <span className="skeleton w-1/3" />
  </div>
)
