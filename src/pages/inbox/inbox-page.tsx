import { Suspense, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { Download, RadioTower } from 'lucide-react'
import { useExtension, useWriteReason } from '#api/query/me.ts'
import { rulesWithin } from '#parts/filters/group-parts.ts'
import { isUnfiltered } from '#parts/filters/rules.ts'
import { ListNote } from '#parts/lists/list-note.tsx'
import { LoadError } from '#parts/display/load-error.tsx'
import { useZone } from '#parts/display/zone.ts'
import { builtInViewOfQuery } from '#shell/navigation/built-in-views.ts'
import { Page, type PageAction } from '#shell/page.tsx'
import { useMedia } from '#ui/browser/media.ts'
import { ConversationList } from './list/conversation-list.tsx'
import './inbox.css'
import {
  openParameters,
  readInboxView,
  refusedInboxFilters,
  threePanesQuery,
  writeInboxView,
  type InboxView,
  type InboxListInput,
  type OnInboxView,
} from './inbox-view.ts'
import { ListSkeleton } from './list/list-skeleton.tsx'
import { TriageDialogs } from './triage/triage-dialogs.tsx'
import { useBulkUndo, useBulkUndoActions } from './bulk/use-undo-bulk.tsx'
import { useSelectedRows } from './bulk/use-selected-rows.ts'
import { useChangedRows } from './list/use-changed-rows.ts'
import { useInboxList, type InboxList } from './list/use-inbox-list.ts'
import { useOpenConversation } from './thread/use-open-conversation.ts'
import { useSavedView, type SavedView } from './views/use-saved-view.ts'
import { useTriage } from './triage/use-triage.ts'
import { useViewActions, type ViewDialogKind } from '#parts/views/use-view-actions.tsx'
import { RefusedRules } from '#parts/filters/refused-rules.tsx'
import { lazyPart } from '#ui/browser/lazy-part.tsx'
import { csvTables } from '#contract/kernel/extensions.ts'
import { paths } from '#ui/paths.ts'
import { EmptyState } from '#ui/feedback/empty-state.tsx'

const NoMatch = lazyPart(async () => (await import('./inbox-no-match.tsx')).InboxNoMatch)

// Lazy, so that the rows load first and the filter and the open conversation follow.
const InboxFilter = lazyPart(async () => (await import('./inbox-filter.tsx')).InboxFilter, { preload: 'now' })
const InboxBulk = lazyPart(async () => (await import('./bulk/inbox-bulk.tsx')).InboxBulk)
const InboxCsv = lazyPart(async () => (await import('./csv/csv-dialog.tsx')).CsvDialog)
const ViewDialogs = lazyPart(async () => (await import('#parts/views/view-dialogs.tsx')).ViewDialogs)
const OpenPanes = lazyPart(async () => (await import('./conversation-panes.tsx')).ConversationPanes)

const openParameterSet = new Set<string>(openParameters)

const NothingOpen = () => (
  <section className="thread max-sm:hidden" aria-label="Conversation">
    <p className="m-auto max-w-[300px] p-6 text-center text-text-3">
      No conversation is open. Choose one
      <span className="pointer-coarse:hidden">
        , or move with <kbd>j</kbd> and <kbd>k</kbd> and press <kbd>Enter</kbd>
      </span>
      .
    </p>
  </section>
)

function InboxEmpty() {
  const navigate = useNavigate()
  return (
    <EmptyState
      title="No conversations yet"
      words="When someone writes to one of your channels, the conversation appears here with its flow runs and their cost."
      actions={[
        {
          icon: <RadioTower />,
          title: 'Go to channels',
          words: 'Connect a channel to receive messages.',
          onChoose: () => void navigate(paths.channels),
        },
      ]}
    />
  )
}

/** "about 48,000" for an estimate, "50 or more" without a total; undefined while the count is unknown. */
const countWords = ({ count, isEstimate, isLowerBound }: InboxList): string | undefined =>
  count === null ? undefined : `${isEstimate ? 'about ' : ''}${count.toLocaleString()}${isLowerBound ? ' or more' : ''}`

const countLabel = (list: InboxList): string =>
  `${countWords(list) ?? '—'} ${list.count === 1 ? 'conversation' : 'conversations'}`

/** The action that exports the list, and whether its dialog is open; no action if the service does not support it. */
function useCsvExport(count: string | undefined) {
  const hasTables = useExtension(csvTables)
  const [isDialogOpen, setDialogOpen] = useState(false)
  const action: PageAction = {
    label: 'CSV',
    icon: <Download />,
    note: count === undefined ? null : { words: count, isKnown: true },
    onSelect: () => setDialogOpen(true),
  }
  return { actions: hasTables ? [action] : [], isAsking: hasTables && isDialogOpen, close: () => setDialogOpen(false) }
}

/** Class names of the panes. */
const panesOf = (states: Readonly<Record<string, boolean>>): string =>
  ['inbox', ...Object.keys(states).filter((name) => states[name] === true)].join(' ')

/** The open conversation, or a placeholder. */
function ConversationArea({ id, ...panes }: Omit<Parameters<typeof OpenPanes>[0], 'id'> & { id: string | null }) {
  const hasThread = useExtension('conversation_detail')
  if (id === null) return hasThread && <NothingOpen />
  return (
    <Suspense fallback={<section className="thread" aria-label="Conversation" />}>
      <OpenPanes id={id} {...panes} />
    </Suspense>
  )
}

/** Dialogs for the current view and for the CSV export. */
function InboxDialogs({
  viewDialog,
  csvExport,
  saved,
  view,
  list,
  count,
  onQuery,
  onDialogClose,
}: {
  viewDialog: ViewDialogKind | null
  csvExport: ReturnType<typeof useCsvExport>
  saved: SavedView
  view: InboxView
  list: InboxList
  count: string | undefined
  onQuery: (query: URLSearchParams) => void
  onDialogClose: () => void
}) {
  const zone = useZone()
  const { current } = saved
  return (
    <Suspense>
      {viewDialog !== null && (
        <ViewDialogs
          dialog={viewDialog}
          list="conversation"
          saved={current}
          view={view}
          onQuery={onQuery}
          onClose={onDialogClose}
        />
      )}
      {csvExport.isAsking && (
        <InboxCsv input={list.requestedInput} count={count} zone={zone} onClose={csvExport.close} />
      )}
    </Suspense>
  )
}

/** Names of the filtered fields. */
const filteredFields = ({ filters: { rules, group } }: InboxView): string[] =>
  [...rules, ...rulesWithin(group)].map((rule) => rule.field.name)

/** The selected rows, and whether bulk actions are available. */
function useBulkSelection(list: InboxListInput) {
  const selection = useSelectedRows(JSON.stringify(list))
  const isPicking = selection.isAll || selection.ids.size > 0
  // The bulk bar stays mounted after the selection is cleared, because a running or failed change still needs it.
  const [wasPicking, setWasPicking] = useState(false)
  if (isPicking && !wasPicking) setWasPicking(true)
  const canWrite = useWriteReason() === null
  return { selection, isPicking, wasPicking, isOffered: useExtension('conversation_bulk') && canWrite }
}

/** The list, or its loading, error or empty state. */
function ListPane({
  view,
  list,
  isWaiting,
  onView,
  ...rest
}: Omit<Parameters<typeof ConversationList>[0], 'input' | 'open' | 'onOpen'> & {
  view: InboxView
  list: InboxList
  /** The default view is still loading and may replace this one. */
  isWaiting: boolean
  onView: OnInboxView
}) {
  if (isWaiting) return <ListSkeleton />
  if (list.error !== null)
    return (
      <LoadError what="Conversations" error={list.error} onRetry={list.retry}>
        <RefusedRules error={list.error} filters={view.filters} onFilters={(filters) => onView({ ...view, filters })} />
      </LoadError>
    )
  if (list.input === null) return <ListSkeleton />
  if (list.count === 0)
    return (
      <Suspense>
        <NoMatch filters={view.filters} onFilters={(filters) => onView({ ...view, filters })} />
      </Suspense>
    )
  const openByKeyboard = (id: string) => onView({ ...view, conversation: id, isContactOpen: false }, true)
  return <ConversationList {...rest} input={list.input} open={view.conversation} onOpen={openByKeyboard} />
}

/** The conversations of the account: list, thread and contact. The URL contains filter, order and what is open. */
export function InboxPage() {
  const [query, setQuery] = useSearchParams()
  const hasGroups = useExtension('conversation_fields')
  const view = readInboxView(query, hasGroups)
  const { conversation: openId } = view
  const isWide = useMedia(threePanesQuery)
  const hasThread = useExtension('conversation_detail')
  const zone = useZone()
  const list = useInboxList(view, zone)
  /** Id of the row that has the focus, or had it last. */
  const [focusedId, setFocusedId] = useState<string | null>(null)
  const [clickedId, setClickedId] = useState<string | null>(null)
  const changedRows = useChangedRows(list.requestedInput, openId ?? focusedId)
  const triage = useTriage(changedRows.keepRow)
  const open = useOpenConversation(openId)
  const shownConversation = open.conversation === null ? null : triage.withPendingChanges(open.conversation)

  const { selection, isPicking, wasPicking, isOffered } = useBulkSelection(list.requestedInput)
  const undo = useBulkUndo()
  const saved = useSavedView(view, builtInViewOfQuery(query, openParameterSet), (next) =>
    setQuery(next, { replace: true }),
  )
  const [viewDialog, setViewDialog] = useState<ViewDialogKind | null>(null)
  const more = [...useBulkUndoActions(undo), ...useViewActions(saved, setViewDialog)]
  const count = countWords(list)
  const csvExport = useCsvExport(count)
  const onView: OnInboxView = (next, replace = false) => setQuery(writeInboxView(saved.toUrlView(next)), { replace })
  const searchOf = (id: string) => String(writeInboxView({ ...view, conversation: id, isContactOpen: false }))
  const isEmpty = list.count === 0 && isUnfiltered(view.filters) && openId === null && !saved.isWaiting
  const panes = panesOf({
    'no-thread': !hasThread,
    'is-open': openId !== null,
    'with-contact': isWide && shownConversation !== null,
    'has-bulk-bar': isPicking,
  })
  const title = saved.current?.name ?? saved.builtIn?.label
  return (
    <Page
      title={title ?? 'Inbox'}
      {...(title === undefined ? {} : { section: 'Inbox' })}
      count={count}
      actions={csvExport.actions}
      more={more}
      busy={list.isBusy && list.input !== null}
    >
      <TriageDialogs triage={triage} open={open.conversation} isBulk={isPicking}>
        {isEmpty ? (
          <InboxEmpty />
        ) : (
          <>
            <div className={`inbox-filter ${openId === null ? '' : 'max-sm:hidden'}`}>
              <Suspense fallback={<div className="bar" />}>
                <InboxFilter
                  view={view}
                  saved={saved}
                  count={countLabel(list)}
                  ignoredParameters={refusedInboxFilters(query)}
                  onView={onView}
                  onQuery={setQuery}
                  onDialog={setViewDialog}
                />
              </Suspense>
            </div>
            <div className={panes}>
              <section className="list" aria-label="List" tabIndex={-1}>
                <ListNote page={list.page} filters={filteredFields(view)} />
                <ListPane
                  view={view}
                  list={list}
                  isWaiting={saved.isWaiting}
                  unmatched={changedRows.gone}
                  selection={isOffered ? selection : null}
                  searchOf={searchOf}
                  onView={onView}
                  onRowClick={setClickedId}
                  onRowFocus={setFocusedId}
                />
              </section>
              <ConversationArea
                view={view}
                id={openId}
                wasClicked={clickedId === openId}
                open={open}
                shownConversation={shownConversation}
                searchOf={searchOf}
                onView={onView}
              />
              {isOffered && wasPicking && (
                <Suspense>
                  <InboxBulk selection={selection} filters={view.filters} matching={list} bulkUndo={undo} />
                </Suspense>
              )}
            </div>
          </>
        )}
      </TriageDialogs>
      <InboxDialogs
        viewDialog={viewDialog}
        csvExport={csvExport}
        saved={saved}
        view={view}
        list={list}
        count={count}
        onQuery={setQuery}
        onDialogClose={() => setViewDialog(null)}
      />
    </Page>
  )
}
