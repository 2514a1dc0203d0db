import { useMe } from '#api/query/me.ts'
import type { Conversation } from '#contract/conversation.ts'
import { isAbsent, isReturned } from '#lib/absent.ts'
import { ChannelTypeIcon } from '#parts/channels/channel-type.tsx'
import { RowLink } from '#parts/display/row-link.tsx'
import { ChoiceBadge, conversationChoiceNames, ConversationStatusBadge } from '#parts/display/status.tsx'
import { TimeText } from '#parts/display/time.tsx'
import { useNow } from '#ui/browser/now.ts'
import { Tooltip } from '#ui/controls/tooltip.tsx'
import { contactName } from '#pages/inbox/contact/contact-name.ts'
import { initialsOf } from '#pages/inbox/contact/initials.ts'
import { lastMessageWords } from './last-message.ts'
import { waitedMs } from '#parts/display/waiting-time.ts'
import { WaitingTimeText } from './waiting-time-text.tsx'

/** Waiting time of the contact; without one, the time of the last message or of creation. */
function RowTime({ conversation }: { conversation: Conversation }) {
  const now = useNow()
  const { waiting_since: since, last_message: last } = conversation
  if (waitedMs(since, now) === null) return <TimeText at={last?.at || conversation.created_at} short />
  return <WaitingTimeText since={since} prefix="waiting" />
}

/** The assignee as a square with initials; dashed = nobody. Nothing if the service does not report assignees. */
function AssigneeMark({ conversation, me }: { conversation: Conversation; me: string | null }) {
  const { assignee } = conversation
  if (assignee === null && !isReturned(conversation, 'assignee')) return null
  const words = assignee === null ? 'Unassigned' : `Assigned to ${assignee.id === me ? 'you' : assignee.name}`
  const kind = assignee === null ? 'nobody' : assignee.id === me ? 'me' : ''
  return (
    <Tooltip words={words}>
      <span className={`assignee-mark ${kind}`} role="img" aria-label={words}>
        {assignee !== null && initialsOf(assignee.name || assignee.id)}
      </span>
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
  const me = useMe()?.person ?? null
  const { channel, status, unread_count: unread } = conversation
  const { who, text } = lastMessageWords(conversation, me?.name ?? null)
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
      <span className="channel">{channel !== null && <ChannelTypeIcon type={channel.type} named />}</span>
      <span className="flex min-w-0 items-center gap-1.5">
        <bdi className={`cut name ${unread > 0 ? 'font-semibold' : 'font-medium'}`}>{contactName(conversation)}</bdi>
        {conversationChoiceNames.map((name) => (
          <ChoiceBadge key={name} field={name} value={conversation[name]} iconOnly />
        ))}
        {status !== 'open' && !isAbsent(status) && <ConversationStatusBadge status={status} iconOnly />}
      </span>
      <span className="when">
        <RowTime conversation={conversation} />
      </span>
      <bdi className={`last ${unread > 0 ? '' : 'text-text-2'}`}>
        {who !== null && <span className="font-medium text-text-3">{who}: </span>}
        {text}
      </bdi>
      <span className="marks">
        {isUnmatched && <span className="sr-only">No longer in this list</span>}
        {unread > 0 && (
          <span className="unread">
            {unread > 99 ? '99+' : unread}
            <span className="sr-only"> unread</span>
          </span>
        )}
        <AssigneeMark conversation={conversation} me={me?.id ?? null} />
      </span>
    </RowLink>
  )
}
