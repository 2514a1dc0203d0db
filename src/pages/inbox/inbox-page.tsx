import { useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { RadioTower } from 'lucide-react'
import { useExtension, useMe } from '#api/me.ts'
import { conversationFields, type Conversation } from '#contract/conversation.ts'
import { RulesEmpty } from '#parts/filters/filter-bar.tsx'
import { lookups } from '#parts/filters/lookups.ts'
import { LoadError } from '#parts/load-error.tsx'
import { useZone } from '#parts/zone.ts'
import { paths } from '#src/paths.ts'
import { viewOfQuery } from '#shell/inbox-views.ts'
import { Page } from '#shell/page.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { useMedia } from '#ui/media.ts'
import { ContactColumn } from './contact-column.tsx'
import { ConversationList } from './conversation-list.tsx'
import { ConversationPane } from './conversation-pane.tsx'
import './inbox.css'
import { InboxFilter } from './inbox-filter.tsx'
import { openNames, readView, writeView, type InboxView } from './inbox-view.ts'
import { ListSkeleton } from './list-skeleton.tsx'
import { TriageDesk } from './triage-desk.tsx'
import { useHeld } from './use-held.ts'
import { useInboxList, type InboxList } from './use-inbox-list.ts'
import { useOpenConversation, type OpenConversation } from './use-open-conversation.ts'
import { useTriage } from './use-triage.ts'

/** From here on three panes stand side by side. */
const wide = '(min-width: 64rem)'
const beside = new Set<string>(openNames)

type OnView = (view: InboxView, replace?: boolean) => void

function NoConversations() {
  const navigate = useNavigate()
  return (
    <EmptyState
      title="No conversations yet"
      words="When someone writes to one of your channels, the conversation stands here with what your flows did and what it cost."
      ways={[
        {
          icon: <RadioTower />,
          title: 'Look at the channels',
          words: 'Messages come in where one is connected.',
          onChoose: () => void navigate(paths.channels),
        },
      ]}
    />
  )
}

const NothingOpen = () => (
  <section className="thread max-sm:hidden" aria-label="Conversation">
    <p className="m-auto max-w-[300px] p-6 text-center text-text-3">
      No conversation is open. Choose one, or walk with <kbd>j</kbd> and <kbd>k</kbd> and press <kbd>Enter</kbd>.
    </p>
  </section>
)

/** "about 48,000" where nobody counted. */
const countWords = (count: number, isAbout: boolean): string => `${isAbout ? 'about ' : ''}${count.toLocaleString()}`

/** The list, or why there is none. */
function ListPane({
  view,
  list,
  onView,
  ...rest
}: Omit<Parameters<typeof ConversationList>[0], 'input' | 'open' | 'onOpen'> & {
  view: InboxView
  list: InboxList
  onView: OnView
}) {
  const currency = useMe()?.account.currency ?? null
  const { filters, conversation } = view
  if (list.error !== null) return <LoadError what="Conversations" error={list.error} onRetry={list.retry} />
  if (list.input === null) return <ListSkeleton />
  if (list.count === 0)
    return (
      <RulesEmpty
        noun="conversation"
        catalogue={conversationFields}
        filters={filters}
        lookups={lookups}
        currency={currency}
        onFilters={(next) => onView({ ...view, filters: next })}
      />
    )
  const walkTo = (id: string) => onView({ ...view, conversation: id, isContactOpen: false }, true)
  return <ConversationList {...rest} input={list.input} open={conversation} onOpen={walkTo} />
}

/** What is open: its thread, and its contact beside it or in a panel. */
function OpenPanes({
  view,
  id,
  wasPressed,
  open,
  shown,
  searchOf,
  onView,
}: {
  view: InboxView
  id: string
  wasPressed: boolean
  open: OpenConversation
  shown: Conversation | null
  searchOf: (id: string) => string
  onView: OnView
}) {
  const isWide = useMedia(wide)
  const hasThread = useExtension('conversation_detail')
  const close = () => onView({ ...view, conversation: null, isContactOpen: false }, true)
  const closeContact = () => (hasThread ? onView({ ...view, isContactOpen: false }, true) : close())
  return (
    <>
      {hasThread && (
        <ConversationPane
          id={id}
          conversation={open.conversation}
          error={open.error}
          wasPressed={wasPressed}
          onRetry={open.retry}
          onClose={close}
          onContact={isWide ? null : () => onView({ ...view, isContactOpen: true })}
        />
      )}
      {shown !== null && (isWide || view.isContactOpen || !hasThread) && (
        <ContactColumn conversation={shown} searchOf={searchOf} onClose={isWide ? null : closeContact} />
      )}
    </>
  )
}

/** The conversations of the account: list, thread and contact. The URL holds filter, order and what is open. */
export function InboxPage() {
  const [query, setQuery] = useSearchParams()
  const view = readView(query)
  const { conversation: openId } = view
  const isWide = useMedia(wide)
  const hasThread = useExtension('conversation_detail')
  const list = useInboxList(view, useZone())
  /** The row that has the focus, or had it last. */
  const [stood, setStood] = useState<string | null>(null)
  const [pressed, setPressed] = useState<string | null>(null)
  const held = useHeld(list.wanted, openId ?? stood)
  const triage = useTriage(held.hold)
  const open = useOpenConversation(openId)
  const shown = open.conversation === null ? null : triage.shown(open.conversation)

  const named = viewOfQuery(query, beside)
  const count = list.count === null ? undefined : countWords(list.count, list.isAbout)
  const onView: OnView = (next, replace = false) => setQuery(writeView(next), { replace })
  const searchOf = (id: string) => String(writeView({ ...view, conversation: id, isContactOpen: false }))
  const isEmpty = list.count === 0 && view.filters.rules.length === 0 && openId === null
  const panes = [
    'inbox',
    hasThread ? '' : 'no-thread',
    openId === null ? '' : 'is-open',
    isWide && shown !== null ? 'with-contact' : '',
  ]
  return (
    <Page
      title={named?.label ?? 'Inbox'}
      {...(named === null ? {} : { section: 'Inbox' })}
      count={count}
      busy={list.isBusy && list.input !== null}
    >
      <TriageDesk triage={triage} open={open.conversation}>
        {isEmpty ? (
          <NoConversations />
        ) : (
          <>
            <div className={openId === null ? '' : 'max-sm:hidden'}>
              <InboxFilter view={view} count={`${count ?? '—'} conversations`} onView={onView} />
            </div>
            <div className={panes.join(' ')}>
              <section className="list" aria-label="List">
                <ListPane
                  view={view}
                  list={list}
                  gone={held.gone}
                  searchOf={searchOf}
                  onView={onView}
                  onPress={setPressed}
                  onStand={setStood}
                />
              </section>
              {openId !== null ? (
                <OpenPanes
                  view={view}
                  id={openId}
                  wasPressed={pressed === openId}
                  open={open}
                  shown={shown}
                  searchOf={searchOf}
                  onView={onView}
                />
              ) : (
                hasThread && <NothingOpen />
              )}
            </div>
          </>
        )}
      </TriageDesk>
    </Page>
  )
}
