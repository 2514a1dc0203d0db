import { useQuery } from '@tanstack/react-query'
import { useId, type ReactNode } from 'react'
import { Link } from 'react-router'
import { useExtension } from '#api/query/me.ts'
import { q } from '#api/query/query.ts'
import { conversation as api, type Conversation } from '#contract/conversation.ts'
import { isAbsent, isReturned } from '#lib/absent.ts'
import { Cost } from '#parts/display/cost.tsx'
import { conversationName } from '#parts/display/conversation-name.ts'
import { LoadNote } from '#parts/display/load-note.tsx'
import { RefLink } from '#parts/display/ref-link.tsx'
import { RowLink } from '#parts/display/row-link.tsx'
import {
  ChoiceBadge,
  conversationChoiceNames,
  ConversationStatusBadge,
  conversationStatusWord,
} from '#parts/display/status.tsx'
import { TimeText } from '#parts/display/time.tsx'
import { RawSection } from '#parts/display/use-raw.tsx'
import { useZone } from '#parts/display/zone.ts'
import { channelPath, flowPath, paths } from '#ui/paths.ts'
import { useNow } from '#ui/browser/now.ts'
import { Absent } from '#ui/feedback/absent.tsx'
import { distinctKeys } from '#ui/table/row-selection.ts'
import { ContactDetails, TagList } from './contact-details.tsx'
import { AddConversationField, useConversationFields } from './conversation-fields.tsx'
import { DetailList, type Detail } from './detail-list.tsx'
import { DetailRow } from './detail-row.tsx'
import { untilWords } from '#pages/inbox/triage/snooze-times.ts'
import { triageFields, type TriageName } from '#pages/inbox/triage/triage-fields.ts'
import { useTriageTools } from '#pages/inbox/triage/use-triage.ts'
import { waitedMs } from '#parts/display/waiting-time.ts'
import { WaitingTimeText } from '#pages/inbox/list/waiting-time-text.tsx'

interface TriageRowProps {
  name: TriageName
  conversation: Conversation
  children: ReactNode
}

/** A value as a button that opens a list of choices; plain if changes are not allowed. */
function InlineEditButton({ name, conversation, children }: TriageRowProps) {
  const { lockedReason, choose } = useTriageTools()
  const id = useId()
  if (lockedReason !== null) return children
  return (
    <button
      type="button"
      className="value-button"
      aria-haspopup="dialog"
      aria-labelledby={`${id}-word ${id}`}
      id={id}
      onClick={(event) => choose(name, conversation, event.currentTarget)}
    >
      <span id={`${id}-word`} className="sr-only">
        Change {triageFields[name].label.toLowerCase()}:
      </span>
      {children}
    </button>
  )
}

const triageDetail = ({ isEmpty, ...row }: TriageRowProps & { isEmpty: boolean }): Detail => ({
  key: row.name,
  isEmpty,
  row: (
    <DetailRow name={triageFields[row.name].label}>
      <InlineEditButton {...row} />
    </DetailRow>
  ),
})

const plainDetail = (name: string, isEmpty: boolean, value: ReactNode): Detail => ({
  key: name,
  isEmpty,
  row: <DetailRow name={name}>{value}</DetailRow>,
})

function WaitingTime({ since }: { since: string | null }) {
  return waitedMs(since, useNow()) === null ? <Absent /> : <WaitingTimeText since={since} />
}

/** "Unassigned" if the service reports no assignee; a placeholder if it omits the field. */
const Assignee = ({ conversation }: { conversation: Conversation }) => {
  const { assignee } = conversation
  if (assignee !== null) return <bdi>{assignee.name || assignee.id}</bdi>
  return isReturned(conversation, 'assignee') ? <span className="text-text-3">Unassigned</span> : <Absent />
}

function ThisConversation({ conversation }: { conversation: Conversation }) {
  const clock = { now: useNow(), zone: useZone() }
  const { status, labels, channel, flow, snoozed_until: until, waiting_since: since } = conversation
  const hasThread = useExtension('conversation_detail')
  const { details: fields, conflictDialog } = useConversationFields(conversation)
  const details = [
    triageDetail({
      name: 'status',
      conversation,
      isEmpty: false,
      children: (
        <>
          <ConversationStatusBadge status={status} />
          {status === 'snoozed' && until && ` until ${untilWords(until, clock)}`}
        </>
      ),
    }),
    ...conversationChoiceNames.map((name) =>
      triageDetail({
        name,
        conversation,
        isEmpty: isAbsent(conversation[name]),
        children: <ChoiceBadge field={name} value={conversation[name]} />,
      }),
    ),
    triageDetail({
      name: 'assignee',
      conversation,
      // That a conversation is unassigned is something to act on.
      isEmpty: !isReturned(conversation, 'assignee'),
      children: <Assignee conversation={conversation} />,
    }),
    plainDetail('Waiting', waitedMs(since, clock.now) === null, <WaitingTime since={since} />),
    triageDetail({
      name: 'labels',
      conversation,
      isEmpty: labels.length === 0,
      children: <TagList tags={labels} />,
    }),
    ...fields,
    plainDetail(
      'Cost so far',
      isAbsent(conversation.total_cost),
      <Cost amount={conversation.total_cost} currency={conversation.currency} />,
    ),
    plainDetail('Flow', flow === null, <RefLink to={flowPath} of={flow} />),
    plainDetail('Channel', channel === null, <RefLink to={channelPath} of={channel} />),
    plainDetail('Started', isAbsent(conversation.created_at), <TimeText at={conversation.created_at} />),
  ]
  return (
    <section className="section">
      {/* Without a thread, its subject is not shown elsewhere. */}
      <h3>{hasThread ? 'This conversation' : <bdi>{conversation.subject || 'This conversation'}</bdi>}</h3>
      <DetailList details={details} />
      <AddConversationField conversation={conversation} />
      {conflictDialog}
    </section>
  )
}

/** Maximum number of other conversations listed; a link filters the inbox for all of them. */
const maxOthers = 5

function OtherConversations({
  conversation,
  searchOf,
}: {
  conversation: Conversation
  searchOf: (id: string) => string
}) {
  const { contact } = conversation
  const input = { filters: { contact: contact.id }, ordering: '-last_message_at', limit: maxOthers + 1 }
  // No placeholder data: it would show the rows of the previous contact.
  const { data, error, refetch } = useQuery({ ...q(api.list, input), placeholderData: undefined })
  const others = (data?.results ?? []).filter((row) => row.id !== conversation.id).slice(0, maxOthers)
  const keys = distinctKeys(others.map((row) => row.id))
  const count = Math.max(0, (data?.count ?? 1) - 1)
  if (error !== null)
    return (
      <section className="section">
        <LoadNote what="Other conversations" error={error} onRetry={() => void refetch()} />
      </section>
    )
  if (data === undefined || count === 0) return null
  return (
    <section className="section">
      <h3>
        Other conversations <span className="n">{count.toLocaleString()}</span>
      </h3>
      <ul className="grid gap-1.5">
        {others.map((row, index) => (
          <li key={keys[index]} className="min-w-0">
            <RowLink
              className={row.id === '' ? 'cut block' : 'cut block hover:underline'}
              id={row.id}
              to={(id) => ({ search: searchOf(id) })}
            >
              <bdi>{row.subject || row.last_message?.text || conversationName(row)}</bdi>
            </RowLink>
            <p className="text-xs text-text-3">
              {row.status && `${conversationStatusWord(row.status).toLowerCase()} · `}
              <TimeText at={row.last_message?.at || row.created_at} short /> ·{' '}
              <Cost amount={row.total_cost} currency={row.currency} />
            </p>
          </li>
        ))}
      </ul>
      {count > others.length && (
        <p className="mt-2">
          <Link className="link" to={`${paths.inbox}?${new URLSearchParams({ contact: contact.id })}`}>
            All conversations of this contact
          </Link>
        </p>
      )}
    </section>
  )
}

/** The state of the conversation, its contact, and other conversations. */
export function ContactPane({
  conversation,
  searchOf,
}: {
  conversation: Conversation
  /** The URL's query with another conversation open. */
  searchOf: (id: string) => string
}) {
  return (
    <>
      <ThisConversation conversation={conversation} />
      <ContactDetails contact={conversation.contact} />
      {conversation.contact.id !== '' && <OtherConversations conversation={conversation} searchOf={searchOf} />}
      <RawSection what={conversation.subject || conversationName(conversation)} of={conversation} />
    </>
  )
}
