import { ArrowUp } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { NavigationType, useNavigationType } from 'react-router'
import { usePageWindow } from '#api/query/page-window.ts'
import type { Conversation } from '#contract/conversation.ts'
import type { Signal } from '#lib/signal.ts'
import { StaleNote } from '#parts/display/load-note.tsx'
import { useRowWindow } from '#ui/table/row-window.ts'
import { distinctKeys } from '#ui/table/row-selection.ts'
import './inbox-list.css'
import type { InboxListInput } from '#pages/inbox/inbox-view.ts'
import { ListRow } from './list-row.tsx'
import { followersOf, nextConversation, type LoadedRows, type OpenPosition } from './next-conversation.ts'
import { SkeletonRow } from './list-skeleton.tsx'
import { listSource, pageRows } from './use-inbox-list.ts'
import { rowLimitWords, maxRows, inboxRowHeight } from './row-limit.ts'
import type { SelectedRows } from '#pages/inbox/bulk/use-selected-rows.ts'
import { useRemovedRow } from './use-removed-row.ts'
import { useRowSelection } from '#pages/inbox/bulk/use-row-selection.ts'
import { useStableRows } from './use-stable-rows.ts'
import { useTriageTools } from '#pages/inbox/triage/use-triage.ts'
import { useRowNavigation } from './use-row-navigation.ts'

/** Number of overscan rows, so that fast scrolling shows no gap. */
const overscan = 6

/** Scroll position of each list, restored when going back or returning to the inbox. */
const offsets = new Map<string, number>()
/** Maximum number of stored positions. */
const maxOffsets = 20

function storeOffset(list: string, offset: number): void {
  offsets.delete(list)
  offsets.set(list, offset)
  const [oldest] = offsets.keys()
  if (offsets.size > maxOffsets && oldest !== undefined) offsets.delete(oldest)
}

/** A React key for each index: the row's id; the index, if the row has no id or is not loaded. */
const keysAt = (places: readonly number[], rowAt: (index: number) => Conversation | undefined): string[] =>
  distinctKeys(
    places.map((index) => rowAt(index)?.id ?? ''),
    places,
  )

interface ConversationListProps {
  input: InboxListInput
  /** Id of the open conversation. */
  open: string | null
  /** Whether moving to a row opens it. */
  canPreview: boolean
  /** Ids of conversations that the user finished; they may still be in the list. */
  finished: ReadonlySet<string>
  /** Where the list reports the conversation that follows the open one. */
  upcoming: Signal<Conversation | null>
  /** Ids of the rows that no longer match the filter. */
  unmatched: ReadonlySet<string>
  /** The selected rows; null = bulk actions are not available. */
  selection: SelectedRows | null
  /** The URL's query with a conversation open. */
  searchOf: (id: string) => string
  /** Called for each step of the keyboard navigation that opens a conversation. */
  onOpen: (id: string) => void
  /** Called when a row, which is a link, was clicked. */
  onRowClick: (id: string) => void
  /** Called when a row was focused. */
  onRowFocus: (id: string) => void
}

/** The rows of a filter: virtualized, with only the surrounding pages in memory. */
export function ConversationList({
  input,
  open,
  canPreview,
  finished,
  upcoming,
  unmatched,
  selection,
  searchOf,
  onOpen,
  onRowClick,
  onRowFocus,
}: ConversationListProps) {
  const { triage } = useTriageTools()
  const list = JSON.stringify(input)
  const box = useRef<HTMLDivElement>(null)
  const [visibleRange, setVisibleRange] = useState({ first: 0, last: 0 })
  const rows = usePageWindow<Conversation>(list, listSource(input), pageRows, visibleRange)
  const total = Math.min(rows.total ?? 0, maxRows)
  const virtual = useRowWindow({
    box,
    count: total,
    rowHeight: inboxRowHeight,
    overscan,
    onVisibleChange: setVisibleRange,
    onScroll: (top) => storeOffset(list, top),
  })
  useScrollRestoration(box, list, rows.total !== null)
  const openIndex = rows.loaded.find(({ row }) => row.id === open)?.index
  useUpcoming(upcoming, rows.loaded, open, finished)
  const navigation = useRowNavigation({
    box,
    total,
    open,
    openIndex,
    canPreview,
    idAt: (index) => rows.rowAt(index)?.id || undefined,
    scrollToRow: virtual.show,
    onOpen,
  })
  const { active } = navigation
  useReturnFocus(open, navigation.focusActive)
  const newRowCount = useStableRows({
    box,
    list,
    loaded: rows.loaded,
    open,
    active,
    setCurrent: navigation.setCurrent,
    rowHeight: inboxRowHeight,
  })
  const focusHandlers = useRemovedRow(list, total, rows, navigation)
  const picking = useRowSelection({ selection, loaded: rows.loaded, active, step: navigation.step })
  const places = virtual.renderedIndexes(active)
  const keys = keysAt(places, rows.rowAt)
  return (
    <>
      <StaleNote what="Conversations" error={rows.error} onRetry={rows.retry} />
      <RowLimitNote total={rows.total} />
      <NewRows
        count={newRowCount}
        onShow={() => {
          box.current?.scrollTo({ top: 0 })
          navigation.focusFirst()
        }}
      />
      <div ref={box} className={`rows ${picking.isPicking ? 'picking' : ''}`}>
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the arrow keys of the rows, caught once for all of them */}
        <ul
          aria-label="Conversations"
          className="relative"
          style={{ height: virtual.height }}
          {...focusHandlers}
          onKeyDown={(event) => {
            if (event.key === 'Escape' && picking.isPicking) selection?.clear()
            else navigation.onKeyDown(event)
          }}
        >
          {places.map((index, at) => {
            const row = rows.rowAt(index)
            return (
              <li
                key={keys[at]}
                className="absolute inset-x-0 top-0"
                style={{ height: inboxRowHeight, transform: `translateY(${index * inboxRowHeight}px)` }}
                aria-setsize={rows.isAbout ? -1 : total}
                aria-posinset={index + 1}
              >
                {row === undefined ? (
                  <SkeletonRow />
                ) : (
                  <ListRow
                    conversation={triage.withPendingChanges(row)}
                    search={searchOf(row.id)}
                    isOpen={row.id === open}
                    isUnmatched={unmatched.has(row.id)}
                    index={index}
                    tabIndex={index === active ? 0 : -1}
                    isSelected={selection === null || row.id === '' ? null : picking.isPicked(row.id)}
                    onSelect={picking.pick}
                    onFocus={() => {
                      navigation.setCurrent(index)
                      onRowFocus(row.id)
                    }}
                    onOpen={() => {
                      navigation.setLastOpened(row.id)
                      onRowClick(row.id)
                    }}
                  />
                )}
              </li>
            )
          })}
        </ul>
      </div>
    </>
  )
}

/** Reports the conversation that follows the open one. */
function useUpcoming(
  upcoming: Signal<Conversation | null>,
  loaded: LoadedRows,
  open: string | null,
  finished: ReadonlySet<string>,
): void {
  const position = useRef<OpenPosition | null>(null)
  useEffect(() => {
    const known = position.current?.id === open ? position.current.followers : []
    position.current =
      open === null ? null : { id: open, followers: known.length > 0 ? known : followersOf(loaded, open) }
    upcoming.set(nextConversation(loaded, position.current, finished))
  })
  useEffect(() => () => upcoming.set(null), [upcoming])
}

/** Note above a list that has more rows than can be scrolled to. */
function RowLimitNote({ total }: { total: number | null }) {
  const words = rowLimitWords(total)
  return (
    words !== null && (
      <p role="status" className="flex-none px-5 py-2 text-xs text-text-2 max-lg:px-4">
        {words}
      </p>
    )
  )
}

/** Button above the list with the number of new rows, which do not move the visible ones. */
const NewRows = ({ count, onShow }: { count: number; onShow: () => void }) => (
  <div className="new-rows" role="status">
    {count > 0 && (
      <button type="button" className="chip on" onClick={onShow}>
        <ArrowUp className="xs" />
        {count.toLocaleString()} new
      </button>
    )}
  </div>
)

/** Going back or returning to the inbox restores the scroll position; another filter starts at the top. */
function useScrollRestoration(box: { current: HTMLElement | null }, list: string, isReady: boolean): void {
  const isBack = useNavigationType() === NavigationType.Pop
  const restoredList = useRef<string | null>(null)
  useEffect(() => {
    const element = box.current
    if (element === null || !isReady || restoredList.current === list) return
    const isFirst = restoredList.current === null
    restoredList.current = list
    element.scrollTo({ top: isBack || isFirst ? (offsets.get(list) ?? 0) : 0 })
  }, [box, list, isReady, isBack])
}

/** Closing the conversation returns the focus to its row, unless it moved elsewhere. */
function useReturnFocus(open: string | null, focusRow: () => void): void {
  const before = useRef(open)
  const latest = useRef(focusRow)
  useEffect(() => {
    latest.current = focusRow
  })
  useEffect(() => {
    const wasOpen = before.current !== null
    before.current = open
    if (wasOpen && open === null && document.activeElement === document.body) latest.current()
  }, [open])
}
