import { ArrowUp } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { NavigationType, useNavigationType } from 'react-router'
import { usePageWindow } from '#api/query/page-window.ts'
import type { Conversation } from '#contract/conversation.ts'
import { StaleNote } from '#parts/display/load-note.tsx'
import { useRowWindow } from '#ui/table/row-window.ts'
import { distinctKeys } from '#ui/table/row-selection.ts'
import './inbox-list.css'
import type { InboxListInput } from '#pages/inbox/inbox-view.ts'
import { ListRow } from './list-row.tsx'
import { SkeletonRow } from './list-skeleton.tsx'
import { listSource, pageRows } from './use-inbox-list.ts'
import { beyondWords, maxRows, inboxRowHeight } from './row-limit.ts'
import type { SelectedRows } from '#pages/inbox/bulk/use-selected-rows.ts'
import { useRemovedRow } from './use-removed-row.ts'
import { useRowSelection } from '#pages/inbox/bulk/use-row-selection.ts'
import { useStableRows } from './use-stable-rows.ts'
import { useTriageTools } from '#pages/inbox/triage/use-triage.ts'
import { useRowNavigation } from './use-row-navigation.ts'

/** Number of overscan rows, so that fast scrolling shows no gap. */
const beyond = 6

/** Scroll position of each list, restored when going back. */
const offsets = new Map<string, number>()
/** Maximum number of stored positions. */
const maxOffsets = 20

function keepOffset(list: string, offset: number): void {
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

/** The rows of a filter: virtualized, with only the surrounding pages in memory. */
export function ConversationList({
  input,
  open,
  gone,
  chosen,
  searchOf,
  onOpen,
  onPress,
  onStand,
}: {
  input: InboxListInput
  open: string | null
  /** Rows that no longer match the filter. */
  gone: ReadonlySet<string>
  /** The selected rows; null = bulk actions are not available. */
  chosen: SelectedRows | null
  /** The URL's query with a conversation open. */
  searchOf: (id: string) => string
  /** Opens a conversation by keyboard navigation, which replaces the history entry. */
  onOpen: (id: string) => void
  /** Called when a row, which is a link, was clicked. */
  onPress: (id: string) => void
  /** Called when a row was focused. */
  onStand: (id: string) => void
}) {
  const { triage } = useTriageTools()
  const list = JSON.stringify(input)
  const box = useRef<HTMLDivElement>(null)
  const [seen, setSeen] = useState({ first: 0, last: 0 })
  const rows = usePageWindow<Conversation>(list, listSource(input), pageRows, seen)
  const total = Math.min(rows.total ?? 0, maxRows)
  const virtual = useRowWindow({
    box,
    count: total,
    rowHeight: inboxRowHeight,
    beyond,
    onSeen: setSeen,
    onScroll: (top) => keepOffset(list, top),
  })
  useFirstPlace(box, list, rows.total !== null)
  const walk = useRowNavigation({
    box,
    total,
    open,
    openIndex: rows.loaded.find(({ row }) => row.id === open)?.index,
    idAt: (index) => rows.rowAt(index)?.id || undefined,
    show: virtual.show,
    onOpen,
  })
  const { active } = walk
  useFocusBack(open, walk.focusActive)
  const fresh = useStableRows({ box, list, loaded: rows.loaded, active, stand: walk.stand, rowHeight: inboxRowHeight })
  const focusOf = useRemovedRow(list, total, rows, walk)
  const picking = useRowSelection({ chosen, loaded: rows.loaded, active, step: walk.step })
  const places = virtual.placesWith(active)
  const keys = keysAt(places, rows.rowAt)
  return (
    <>
      <StaleNote what="Conversations" error={rows.error} onRetry={rows.retry} />
      <BeyondNote total={rows.total} />
      <NewRows
        count={fresh}
        onShow={() => {
          box.current?.scrollTo({ top: 0 })
          walk.focusFirst()
        }}
      />
      <div ref={box} className={`rows ${picking.isPicking ? 'picking' : ''}`}>
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the arrow keys of the rows, caught once for all of them */}
        <ul
          aria-label="Conversations"
          className="relative"
          style={{ height: virtual.height }}
          {...focusOf}
          onKeyDown={(event) => {
            if (event.key === 'Escape' && picking.isPicking) chosen?.clear()
            else walk.onKeyDown(event)
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
                    conversation={triage.shown(row)}
                    search={searchOf(row.id)}
                    isOpen={row.id === open}
                    isGone={gone.has(row.id)}
                    index={index}
                    tabIndex={index === active ? 0 : -1}
                    picked={chosen === null || row.id === '' ? null : picking.isPicked(row.id)}
                    onPick={picking.pick}
                    onFocus={() => {
                      walk.stand(index)
                      onStand(row.id)
                    }}
                    onOpen={() => {
                      walk.opens(row.id)
                      onPress(row.id)
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

/** Note above a list that has more rows than can be scrolled to. */
function BeyondNote({ total }: { total: number | null }) {
  const words = beyondWords(total)
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

/** Going back restores the scroll position; another filter starts at the top. */
function useFirstPlace(box: { current: HTMLElement | null }, list: string, isReady: boolean): void {
  const isBack = useNavigationType() === NavigationType.Pop
  const placed = useRef<string | null>(null)
  useEffect(() => {
    const element = box.current
    if (element === null || !isReady || placed.current === list) return
    const isFirst = placed.current === null
    placed.current = list
    element.scrollTo({ top: isBack || isFirst ? (offsets.get(list) ?? 0) : 0 })
  }, [box, list, isReady, isBack])
}

/** Closing the conversation returns the focus to its row, unless it moved elsewhere. */
function useFocusBack(open: string | null, focusRow: () => void): void {
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
