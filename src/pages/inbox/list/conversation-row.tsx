import type { Conversation } from '#contract/conversation.ts'
import { isReturned } from '#lib/absent.ts'
import { formatTimeExact } from '#lib/time/format-time.ts'
import { channelTypeWord } from '#parts/channels/channel-type.tsx'
import { RowLink } from '#parts/display/row-link.tsx'
import { ChoiceBadge, conversationChoiceNames, ConversationStatusBadge } from '#parts/display/status.tsx'
import { TimeText } from '#parts/display/time.tsx'
import { useZone } from '#parts/display/zone.ts'
import { useNow } from '#ui/browser/now.ts'
import { Tooltip } from '#ui/controls/tooltip.tsx'
import { contactName } from '#pages/inbox/contact/contact-name.ts'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour
/** Waiting times are shown in hours up to this limit: "26 h" is more precise than "1 d". */
const maxHours = 48

/** A waiting time as one number: "4 min", "26 h", "3 d". */
export function waitWords(ms: number): string {
  if (ms < hour) return `${Math.max(1, Math.floor(ms / minute))} min`
  if (ms < maxHours * hour) return `${Math.floor(ms / hour)} h`
  return `${Math.floor(ms / day)} d`
}

/** Waiting time of the contact; without one, the time of the last message or of creation. */
function RowTime({ conversation }: { conversation: Conversation }) {
  const now = useNow()
  const zone = useZone()
  const { waiting_since: since, last_message: last } = conversation
  const from = since === null ? Number.NaN : Date.parse(since)
  if (since === null || Number.isNaN(from)) return <TimeText at={last?.at || conversation.created_at} short />
  return (
    <Tooltip words={`Waiting since ${formatTimeExact(since, zone)}`}>
      <span>waiting {waitWords(now - from)}</span>
    </Tooltip>
  )
}

/** One conversation of the list, as a link. `isUnmatched`: after a change it no longer matches the filter. */
export function ConversationRow({
  conversation,
  search,
  isOpen,
  isUnmatched,
  index,
  tabIndex,
  onFocus,
  onOpen,
}: {
  conversation: Conversation
  /** The URL's query that opens it. */
  search: string
  isOpen: boolean
  isUnmatched: boolean
  index: number
  tabIndex: 0 | -1
  onFocus: () => void
  onOpen: () => void
}) {
  const { subject, last_message: last, channel, unread_count: unread } = conversation
  return (
    <RowLink
      id={conversation.id}
      to={() => ({ search })}
      className={`conversation-row ${isUnmatched ? 'gone' : ''}`}
      data-index={index}
      data-conversation={conversation.id}
      tabIndex={tabIndex}
      aria-current={isOpen ? 'true' : undefined}
      onFocus={onFocus}
      onClick={onOpen}
    >
      <span className="flex items-center gap-2">
        <bdi className={`cut name ${unread > 0 ? 'font-semibold' : 'font-medium'}`}>{contactName(conversation)}</bdi>
        {conversationChoiceNames.map((name) => (
          <ChoiceBadge key={name} field={name} value={conversation[name]} iconOnly />
        ))}
        <span className="ml-auto flex-none pl-1 text-xs text-text-3">
          <RowTime conversation={conversation} />
        </span>
      </span>
      <bdi className={`cut block ${unread > 0 ? '' : 'text-text-2'}`}>
        {subject || last?.text || (isReturned(conversation, 'last_message') ? 'No messages yet' : '—')}
      </bdi>
      <span className="flex min-w-0 items-center gap-1.5 text-xs text-text-3">
        <ConversationStatusBadge status={conversation.status} />
        {channel !== null && (
          <>
            <span aria-hidden="true">·</span>
            <span className="cut">{channelTypeWord(channel.type)}</span>
          </>
        )}
        {isUnmatched && <span className="sr-only">No longer in this list</span>}
        {unread > 0 && (
          <span className="unread">
            {unread > 99 ? '99+' : unread}
            <span className="sr-only"> unread</span>
          </span>
        )}
      </span>
    </RowLink>
  )
}
