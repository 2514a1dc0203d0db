import { Suspense, useState } from 'react'
import { useSearchParams } from 'react-router'
import { Download } from 'lucide-react'
import { useQuery } from '@tanstack/react-query'
import { useExtension, useWriteReason } from '#api/query/me.ts'
import { q } from '#api/query/query.ts'
import { conversation as api } from '#contract/conversation.ts'
import { rulesWithin } from '#parts/filters/group-parts.ts'
import { isUnfiltered } from '#parts/filters/rules.ts'
import { ListNote } from '#parts/lists/list-note.tsx'
import { LoadError } from '#parts/display/load-error.tsx'
import { useZone } from '#parts/display/zone.ts'
import { builtInViewOfQuery, openView } from '#shell/navigation/built-in-views.ts'
import { Page, type PageAction } from '#shell/page.tsx'
import { useMedia } from '#ui/browser/media.ts'
import { PaneGrip } from '#ui/panes/pane-grip.tsx'
import { resizablePane } from '#ui/panes/pane.ts'
import { useContactColumn } from './contact/use-contact-column.ts'
import { AllDone, InboxEmpty, ListKeys, NothingOpen } from './inbox-empty.tsx'
import { ConversationList } from './list/conversation-list.tsx'
import './inbox.css'
import {
  isBare,
  openParameters,
  readInboxView,
  refusedInboxFilters,
  twoPanesQuery,
  writeInboxView,
  type InboxView,
  type InboxListInput,
  type OnInboxView,
} from './inbox-view.ts'
import { ListSkeleton } from './list/list-skeleton.tsx'
import { TriageProgress } from './triage/triage-progress.tsx'
import { TriageDialogs } from './triage/triage-dialogs.tsx'
import { useBulkUndo, useBulkUndoActions } from './bulk/use-undo-bulk.tsx'
import { useSelectedRows } from './bulk/use-selected-rows.ts'
import { useChangedRows } from './list/use-changed-rows.ts'
import { useStepSelection } from './list/use-step-selection.ts'
import { useInboxList, type InboxList } from './list/use-inbox-list.ts'
import { useOpenConversation } from './thread/use-open-conversation.ts'
import { useSavedView, type SavedView } from './views/use-saved-view.ts'
import { useTriageFlow } from './triage/use-triage-flow.ts'
import { useViewActions, type ViewDialogKind } from '#parts/views/use-view-actions.tsx'
import { RefusedRules } from '#parts/filters/refused-rules.tsx'
import { lazyPart } from '#ui/browser/lazy-part.tsx'
import { csvTables } from '#contract/kernel/extensions.ts'

const NoMatch = lazyPart(async () => (await import('./inbox-no-match.tsx')).InboxNoMatch)

// Lazy, so that the rows load first and the filter and the open conversation follow.
const InboxFilter = lazyPart(async () => (await import('./inbox-filter.tsx')).InboxFilter, { preload: 'now' })
const InboxBulk = lazyPart(async () => (await import('./bulk/inbox-bulk.tsx')).InboxBulk)
const InboxCsv = lazyPart(async () => (await import('./csv/csv-dialog.tsx')).CsvDialog)
const ViewDialogs = lazyPart(async () => (await import('#parts/views/view-dialogs.tsx')).ViewDialogs)
const OpenPanes = lazyPart(async () => (await import('./conversation-panes.tsx')).ConversationPanes)

const listPane = resizablePane('inbox-list', { min: 220, share: 0.35 })

const openParameterSet = new Set<string>(openParameters)

/** The number of rows as text; undefined while it is unknown. */
const countWords = ({ count, countWords: words }: InboxList): string | undefined =>
  count === null ? undefined : words(count)

const countLabel = (list: InboxList): string =>
  `${countWords(list) ?? '—'} ${list.count === 1 ? 'conversation' : 'conversations'}`

/** The count beside the title. Built-in views count what is open, which only the name of the first says. */
const titleCount = (count: string | undefined, { builtIn, isChanged }: SavedView, isOpenView: boolean) =>
  count === undefined || builtIn === null || isChanged || isOpenView ? count : `${count} open`

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

/** The open conversation, or a placeholder if one can be opened. */
function ConversationArea({
  id,
  hasPane,
  ...panes
}: Omit<Parameters<typeof OpenPanes>[0], 'id'> & { id: string | null; hasPane: boolean }) {
  if (id === null) return hasPane && <NothingOpen />
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

/**
 * `isOpenView`: the view of what is open is shown, without changes. `isUnused`: the account has no conversations at all;
 * null = not known yet. `hasPane`: a conversation is open or can be opened; an empty or failed list has the whole width.
 */
function useEmptiness(
  list: InboxList,
  { filters }: InboxView,
  { builtIn, isChanged }: SavedView,
  openId: string | null,
) {
  const isOpenView = builtIn === openView && !isChanged
  // Only without a filter that the user set.
  const isAsked = list.count === 0 && (isOpenView || isUnfiltered(filters))
  const all = useQuery({ ...q(api.list, { limit: 1 }), enabled: isAsked })
  const hasThread = useExtension('conversation_detail')
  const hasPane = hasThread && (openId !== null || (list.error === null && list.count !== 0))
  return { isOpenView, hasPane, isUnused: isAsked && (all.data === undefined ? null : all.data.count === 0) }
}

/** The list, or its loading, error or empty state. */
function ListPane({
  view,
  list,
  isWaiting,
  isOpenView,
  onView,
  ...rest
}: Omit<Parameters<typeof ConversationList>[0], 'input'> & {
  view: InboxView
  list: InboxList
  /** The view of what is open, without changes. */
  isOpenView: boolean
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
  if (list.count === 0 && isOpenView) return <AllDone />
  if (list.count === 0)
    return (
      <Suspense>
        <NoMatch filters={view.filters} onFilters={(filters) => onView({ ...view, filters })} />
      </Suspense>
    )
  return <ConversationList {...rest} input={list.input} />
}

/** The open conversation, the changes to it, and what follows it. */
function useInboxTriage({ requestedInput }: InboxList, openId: string | null, onOpen: (id: string) => void) {
  const { selectedId, isSettled, stepTo } = useStepSelection(openId, onOpen)
  /** Id of the row that has the focus, or had it last. */
  const [focusedId, setFocusedId] = useState<string | null>(null)
  const changedRows = useChangedRows(requestedInput, selectedId ?? focusedId)
  const flow = useTriageFlow({
    list: JSON.stringify(requestedInput),
    shownId: selectedId,
    onOpen: stepTo,
    onDone: changedRows.keepRow,
  })
  const open = useOpenConversation(selectedId, isSettled)
  const shownConversation = open.conversation === null ? null : flow.triage.withPendingChanges(open.conversation)
  return { selectedId, isSettled, stepTo, changedRows, ...flow, open, shownConversation, setFocusedId }
}

/** The conversations of the account: list, thread and contact. The URL contains filter, order and what is open. */
export function InboxPage() {
  const [query, setQuery] = useSearchParams()
  const hasGroups = useExtension('conversation_fields')
  const view = readInboxView(query, hasGroups)
  const { conversation: openId } = view
  const isPhone = !useMedia(twoPanesQuery)
  const hasThread = useExtension('conversation_detail')
  const contactColumn = useContactColumn()
  const zone = useZone()
  const builtIn = builtInViewOfQuery(query, openParameterSet)
  const saved = useSavedView(view, builtIn, (next) => setQuery(next, { replace: true }))
  // Most users have no default view: the list of the open conversations loads together with the views.
  const list = useInboxList(isBare(view) ? readInboxView(new URLSearchParams(openView.query), hasGroups) : view, zone)
  const onView: OnInboxView = (next, replace = false) => setQuery(writeInboxView(saved.toUrlView(next)), { replace })
  const onOpen = (id: string) => onView({ ...view, conversation: id, isContactOpen: false }, true)
  const { selectedId, isSettled, stepTo, ...work } = useInboxTriage(list, openId, onOpen)
  const { changedRows, triage, finished, upcoming, open, shownConversation, setFocusedId } = work
  const [clickedId, setClickedId] = useState<string | null>(null)
  const { selection, isPicking, wasPicking, isOffered } = useBulkSelection(list.requestedInput)
  const undo = useBulkUndo()
  const [viewDialog, setViewDialog] = useState<ViewDialogKind | null>(null)
  const more = [...useBulkUndoActions(undo), ...useViewActions(saved, setViewDialog)]
  const count = countWords(list)
  const csvExport = useCsvExport(count)
  const searchOf = (id: string) => String(writeInboxView({ ...view, conversation: id, isContactOpen: false }))
  const { isOpenView, hasPane, isUnused } = useEmptiness(list, view, saved, selectedId)
  const isEmpty = isUnused === true && selectedId === null && !saved.isWaiting
  const panes = panesOf({
    'no-thread': !hasPane,
    'is-open': selectedId !== null,
    'with-contact': contactColumn.isPossible && (contactColumn.isOpen || !hasThread) && shownConversation !== null,
    'has-bulk-bar': isPicking,
  })
  const title = saved.current?.name ?? saved.builtIn?.label
  return (
    <Page
      title={title ?? 'Inbox'}
      {...(title === undefined ? {} : { section: 'Inbox' })}
      count={titleCount(count, saved, isOpenView)}
      actions={csvExport.actions}
      more={more}
      busy={list.isBusy && list.input !== null}
    >
      <TriageDialogs triage={triage} upcoming={upcoming} open={open.conversation} isBulk={isPicking}>
        {isEmpty ? (
          <InboxEmpty />
        ) : (
          <>
            <div className={`inbox-filter ${selectedId === null ? '' : 'max-sm:hidden'}`}>
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
                <TriageProgress view={view} list={list} finished={finished} />
                <ListPane
                  view={view}
                  list={list}
                  isWaiting={saved.isWaiting || isUnused === null}
                  isOpenView={isOpenView}
                  open={selectedId}
                  canPreview={hasThread && !isPhone}
                  finished={finished}
                  upcoming={upcoming}
                  unmatched={changedRows.gone}
                  selection={isOffered ? selection : null}
                  searchOf={searchOf}
                  onView={onView}
                  onOpen={stepTo}
                  onRowClick={setClickedId}
                  onRowFocus={setFocusedId}
                />
                <ListKeys />
                <PaneGrip pane={listPane} edge="right" label="Width of the list" />
              </section>
              <ConversationArea
                view={view}
                id={selectedId}
                hasPane={hasPane}
                isSettled={isSettled}
                wasClicked={clickedId === selectedId}
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
