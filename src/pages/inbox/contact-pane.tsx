import { useQuery } from '@tanstack/react-query'
import { useId, type ReactNode } from 'react'
import { Link } from 'react-router'
import { q } from '#api/query.ts'
import { conversation as api, type Contact, type Conversation } from '#contract/conversation.ts'
import { isGiven } from '#lib/absent.ts'
import { formatTimeExact } from '#lib/format-time.ts'
import { Cost } from '#parts/cost.tsx'
import { conversationName } from '#parts/conversation-name.ts'
import { LoadNote } from '#parts/load-note.tsx'
import { RefLink } from '#parts/ref-link.tsx'
import { ConversationStatus, conversationStatusWord, Priority } from '#parts/status.tsx'
import { Time } from '#parts/time.tsx'
import { RawSection } from '#parts/use-raw.tsx'
import { useZone } from '#parts/zone.ts'
import { channelPath, flowPath, paths } from '#src/paths.ts'
import { useNow } from '#ui/now.ts'
import { Absent } from '#ui/absent.tsx'
import { Tag } from '#ui/tag.tsx'
import { Tooltip } from '#ui/tooltip.tsx'
import { fieldLabel, fieldText } from './field-text.ts'
import { untilWords } from './triage-change.ts'
import { useTriageTools, type ChooserKind } from './use-triage.ts'
import { waitWords } from './wait-words.ts'

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt className="cut">{name}</dt>
      <dd>{children}</dd>
    </>
  )
}

const Text = ({ text }: { text: string | null }) => (text === null || text === '' ? <Absent /> : <bdi>{text}</bdi>)

function Tags({ tags }: { tags: readonly string[] }) {
  return tags.length === 0 ? (
    <Absent />
  ) : (
    <span className="flex flex-wrap gap-1">
      {tags.map((tag) => (
        <Tag key={tag}>
          <bdi>{tag}</bdi>
        </Tag>
      ))}
    </span>
  )
}

/** A value that is changed where it stands. */
function Changeable({
  kind,
  name,
  conversation,
  children,
}: {
  kind: ChooserKind
  name: string
  conversation: Conversation
  children: ReactNode
}) {
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
      onClick={(event) => choose(kind, conversation, event.currentTarget)}
    >
      <span id={`${id}-word`} className="sr-only">
        Change {name}:
      </span>
      {children}
    </button>
  )
}

function ContactFacts({ contact, customFields }: { contact: Contact; customFields: Conversation['custom_fields'] }) {
  const fields = Object.entries({ ...contact.fields, ...customFields })
  return (
    <dl className="facts contact-facts">
      <Fact name="Email">
        <Text text={contact.email} />
      </Fact>
      <Fact name="Phone">
        <Text text={contact.phone} />
      </Fact>
      <Fact name="Company">
        <Text text={contact.company} />
      </Fact>
      {fields.map(([key, value]) => (
        <Fact key={key} name={fieldLabel(key)}>
          <Text text={fieldText(value)} />
        </Fact>
      ))}
      <Fact name="Tags">
        <Tags tags={contact.tags} />
      </Fact>
    </dl>
  )
}

function Waiting({ since }: { since: string | null }) {
  const now = useNow()
  const zone = useZone()
  const from = since === null ? Number.NaN : Date.parse(since)
  if (since === null || Number.isNaN(from)) return <Absent />
  return (
    <Tooltip words={`Since ${formatTimeExact(since, zone)}`}>
      <span>{waitWords(now - from)}</span>
    </Tooltip>
  )
}

/** Nobody, by the service's own word; where it does not tell, nothing is said. */
const Assignee = ({ conversation }: { conversation: Conversation }) => {
  const { assignee } = conversation
  if (assignee !== null) return <bdi>{assignee.name || assignee.id}</bdi>
  return isGiven(conversation, 'assignee') ? <span className="text-text-3">Nobody</span> : <Absent />
}

function ThisConversation({ conversation }: { conversation: Conversation }) {
  const clock = { now: useNow(), zone: useZone() }
  const { status, priority, labels, team, channel, flow, snoozed_until: until } = conversation
  return (
    <section className="section">
      <h3>This conversation</h3>
      <dl className="facts contact-facts">
        <Fact name="Status">
          <Changeable kind="status" name="status" conversation={conversation}>
            <ConversationStatus status={status} />
            {status === 'snoozed' && until && ` until ${untilWords(until, clock)}`}
          </Changeable>
        </Fact>
        <Fact name="Priority">
          <Changeable kind="priority" name="priority" conversation={conversation}>
            <Priority priority={priority} />
          </Changeable>
        </Fact>
        <Fact name="Assignee">
          <Changeable kind="assignee" name="assignee" conversation={conversation}>
            <Assignee conversation={conversation} />
          </Changeable>
        </Fact>
        <Fact name="Labels">
          <Changeable kind="labels" name="labels" conversation={conversation}>
            <Tags tags={labels} />
          </Changeable>
        </Fact>
        <Fact name="Team">
          <Text text={team} />
        </Fact>
        <Fact name="Waiting">
          <Waiting since={conversation.waiting_since} />
        </Fact>
        <Fact name="Cost so far">
          <Cost amount={conversation.total_cost} currency={conversation.currency} />
        </Fact>
        <Fact name="Flow">
          <RefLink to={flowPath} of={flow} />
        </Fact>
        <Fact name="Channel">
          <RefLink to={channelPath} of={channel} />
        </Fact>
        <Fact name="Begun">
          <Time at={conversation.created_at} />
        </Fact>
      </dl>
    </section>
  )
}

/** Conversations of the same contact that are shown; the rest is a filter away. */
const maxOthers = 5

function Others({ conversation, searchOf }: { conversation: Conversation; searchOf: (id: string) => string }) {
  const { contact } = conversation
  const input = { filters: { contact: contact.id }, ordering: '-last_message_at', limit: maxOthers + 1 }
  // Without the rows of the contact before: they would be nobody's.
  const { data, error, refetch } = useQuery({ ...q(api.list, input), placeholderData: undefined })
  const others = (data?.results ?? []).filter((row) => row.id !== conversation.id).slice(0, maxOthers)
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
        {others.map((row) => (
          <li key={row.id} className="min-w-0">
            <Link className="cut block hover:underline" to={{ search: searchOf(row.id) }}>
              <bdi>{row.subject || row.last_message?.text || conversationName(row)}</bdi>
            </Link>
            <p className="text-xs text-text-3">
              {row.status && `${conversationStatusWord(row.status).toLowerCase()} · `}
              <Time at={row.last_message?.at || row.created_at} short /> ·{' '}
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

/** Who writes, where the conversation stands, and what else they wrote. */
export function ContactPane({
  conversation,
  searchOf,
}: {
  conversation: Conversation
  /** The query of the URL with another conversation open. */
  searchOf: (id: string) => string
}) {
  return (
    <>
      <section className="section" aria-label="About the contact">
        <ContactFacts contact={conversation.contact} customFields={conversation.custom_fields} />
      </section>
      <ThisConversation conversation={conversation} />
      {conversation.contact.id !== '' && <Others conversation={conversation} searchOf={searchOf} />}
      <RawSection what={conversation.subject || conversationName(conversation)} of={conversation} />
    </>
  )
}
