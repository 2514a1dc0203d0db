import { lazy, Suspense, useState } from 'react'
import { useSearchParams } from 'react-router'
import { useExtension } from '#api/me.ts'
import { ListNote } from '#parts/list-note.tsx'
import { LoadError } from '#parts/load-error.tsx'
import { useZone } from '#parts/zone.ts'
import { viewOfQuery } from '#shell/inbox-views.ts'
import { Page } from '#shell/page.tsx'
import { useMedia } from '#ui/media.ts'
import { ConversationList } from './conversation-list.tsx'
import './inbox.css'
import { openNames, readView, wide, writeView, type InboxView, type OnView } from './inbox-view.ts'
import { ListSkeleton } from './list-skeleton.tsx'
import { TriageDesk } from './triage-desk.tsx'
import { useHeld } from './use-held.ts'
import { useInboxList, type InboxList } from './use-inbox-list.ts'
import { useOpenConversation } from './use-open-conversation.ts'
import { useTriage } from './use-triage.ts'

// The rows come first; the filter and what is open a moment later.
const InboxFilter = lazy(async () => ({ default: (await import('./inbox-filter.tsx')).InboxFilter }))
const NoConversations = lazy(async () => ({ default: (await import('./no-conversations.tsx')).NoConversations }))
const NoMatch = lazy(async () => ({ default: (await import('./no-match.tsx')).NoMatch }))
const OpenPanes = lazy(async () => ({ default: (await import('./open-panes.tsx')).OpenPanes }))

const beside = new Set<string>(openNames)

const NothingOpen = () => (
  <section className="thread max-sm:hidden" aria-label="Conversation">
    <p className="m-auto max-w-[300px] p-6 text-center text-text-3">
      No conversation is open. Choose one, or walk with <kbd>j</kbd> and <kbd>k</kbd> and press <kbd>Enter</kbd>.
    </p>
  </section>
)

/** "about 48,000" where nobody counted, "50 or more" where nobody says how many there are. */
const countWords = (count: number, { isAbout, isOpen }: InboxList): string =>
  `${isAbout ? 'about ' : ''}${count.toLocaleString()}${isOpen ? ' or more' : ''}`

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
  if (list.error !== null) return <LoadError what="Conversations" error={list.error} onRetry={list.retry} />
  if (list.input === null) return <ListSkeleton />
  if (list.count === 0)
    return (
      <Suspense>
        <NoMatch filters={view.filters} onFilters={(filters) => onView({ ...view, filters })} />
      </Suspense>
    )
  const walkTo = (id: string) => onView({ ...view, conversation: id, isContactOpen: false }, true)
  return <ConversationList {...rest} input={list.input} open={view.conversation} onOpen={walkTo} />
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
  const count = list.count === null ? undefined : countWords(list.count, list)
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
          <Suspense>
            <NoConversations />
          </Suspense>
        ) : (
          <>
            <div className={openId === null ? '' : 'max-sm:hidden'}>
              <Suspense fallback={<div className="bar" />}>
                <InboxFilter
                  view={view}
                  count={`${count ?? '—'} ${list.count === 1 ? 'conversation' : 'conversations'}`}
                  onView={onView}
                />
              </Suspense>
            </div>
            <div className={panes.join(' ')}>
              <section className="list" aria-label="List">
                <ListNote page={list.page} filters={view.filters.rules.map((rule) => rule.field.name)} />
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
                <Suspense fallback={<section className="thread" aria-label="Conversation" />}>
                  <OpenPanes
                    view={view}
                    id={openId}
                    wasPressed={pressed === openId}
                    open={open}
                    shown={shown}
                    searchOf={searchOf}
                    onView={onView}
                  />
                </Suspense>
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
