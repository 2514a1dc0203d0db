import { defaultRangeExtractor, useVirtualizer, type Range } from '@tanstack/react-virtual'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { NavigationType, useNavigationType } from 'react-router'
import { usePageWindow } from '#api/page-window.ts'
import type { Conversation } from '#contract/conversation.ts'
import { LoadNote } from '#parts/load-note.tsx'
import { ConversationRow } from './conversation-row.tsx'
import type { ListInput } from './inbox-view.ts'
import { SkeletonRow } from './list-skeleton.tsx'
import { listSource, pageRows } from './list-source.ts'
import { useTriageTools } from './use-triage.ts'
import { useWalk } from './use-walk.ts'

/** Pixels of a row: three lines and their room. */
const rowHeight = 77
/** Rows beyond the edges, so that a flick of the wheel shows no gap. */
const beyond = 6
/** Browsers lay out no box of more than some 33 million pixels. */
const maxRows = 400_000

/** How far each list was scrolled: going back leads to the same place. */
const offsets = new Map<string, number>()
/** Places that are remembered. */
const maxOffsets = 20

function keepOffset(list: string, offset: number): void {
  offsets.delete(list)
  offsets.set(list, offset)
  const [oldest] = offsets.keys()
  if (offsets.size > maxOffsets && oldest !== undefined) offsets.delete(oldest)
}

/** The rows of a filter: only those in sight are in the page, and only the pages round them in memory. */
export function ConversationList({
  input,
  open,
  gone,
  searchOf,
  onOpen,
  onPress,
  onStand,
}: {
  input: ListInput
  open: string | null
  /** Rows that the filter no longer lets through. */
  gone: ReadonlySet<string>
  /** The query of the URL with a conversation open. */
  searchOf: (id: string) => string
  /** By walking: the address changes, the steps back do not grow. */
  onOpen: (id: string) => void
  /** By pressing a row, which is a link. */
  onPress: (id: string) => void
  /** A row has the focus. */
  onStand: (id: string) => void
}) {
  const { triage } = useTriageTools()
  const list = JSON.stringify(input)
  const box = useRef<HTMLDivElement>(null)
  const [seen, setSeen] = useState({ first: 0, last: 0 })
  const rows = usePageWindow<Conversation>(list, listSource(input), pageRows, seen)
  const total = Math.min(rows.total ?? 0, maxRows)
  const activeRow = useRef(0)
  // oxlint-disable-next-line react/incompatible-library -- what it answers is used here and memoized nowhere
  const virtual = useVirtualizer({
    count: total,
    getScrollElement: () => box.current,
    estimateSize: () => rowHeight,
    overscan: beyond,
    // The row with the focus stays in the page, however far it is scrolled away.
    rangeExtractor: (range: Range) =>
      [...new Set([...defaultRangeExtractor(range), activeRow.current])]
        .filter((index) => index < range.count)
        .toSorted((a, b) => a - b),
    onChange: ({ range, scrollOffset }) => {
      if (range) setSeen((before) => sameRange(before, range.startIndex, range.endIndex))
      if (scrollOffset !== null) keepOffset(list, scrollOffset)
    },
  })
  useFirstPlace(box, list, rows.total !== null)
  const openIndex = rows.loaded.find(({ row }) => row.id === open)?.index
  const walk = useWalk({
    box,
    total,
    open,
    openIndex,
    idAt: (index) => rows.rowAt(index)?.id,
    show: (index) => virtual.scrollToIndex(index),
    onOpen,
  })
  const { active } = walk
  useEffect(() => {
    activeRow.current = active
  }, [active])
  useFocusBack(open, walk.focusActive)
  useStillRows(box, list, rows.loaded, active, walk.stand)
  return (
    <>
      {rows.error !== null && (
        <div className="p-3">
          <LoadNote what="Conversations" error={rows.error} onRetry={rows.retry} isStale />
        </div>
      )}
      <div ref={box} className="relative min-h-0 flex-1 overflow-auto">
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the arrow keys of the rows, caught once for all of them */}
        <ul
          aria-label="Conversations"
          className="relative"
          style={{ height: virtual.getTotalSize() }}
          onKeyDown={walk.onKeyDown}
        >
          {virtual.getVirtualItems().map(({ index, start, size }) => {
            const row = rows.rowAt(index)
            return (
              <li
                key={row?.id ?? index}
                className="absolute inset-x-0 top-0"
                style={{ height: size, transform: `translateY(${start}px)` }}
                aria-setsize={rows.isAbout ? -1 : total}
                aria-posinset={index + 1}
              >
                {row === undefined ? (
                  <SkeletonRow />
                ) : (
                  <ConversationRow
                    conversation={triage.shown(row)}
                    search={searchOf(row.id)}
                    isOpen={row.id === open}
                    isGone={gone.has(row.id)}
                    index={index}
                    tabIndex={index === active ? 0 : -1}
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

const sameRange = (before: { first: number; last: number }, first: number, last: number) =>
  before.first === first && before.last === last ? before : { first, last }

/** Back leads to where the list was; another filter begins at its beginning. */
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

/**
 * Rows come in above and move to the top while one looks: what is seen stays where it is, unless one is at the top and does
 * nothing there. The row one stands on stays the same one.
 */
function useStillRows(
  box: { current: HTMLElement | null },
  list: string,
  loaded: readonly { index: number; row: Conversation }[],
  active: number,
  stand: (index: number) => void,
): void {
  const before = useRef({ list, top: '', topIndex: 0, active: '', index: 0 })
  useLayoutEffect(() => {
    const element = box.current
    const was = before.current
    if (element === null || loaded.length === 0) return
    const indexOf = (id: string) => loaded.find(({ row }) => row.id === id)?.index
    const idAt = (index: number) => loaded.find((one) => one.index === index)?.row.id ?? ''
    const isSame = was.list === list
    const moved = isSame ? (indexOf(was.top) ?? was.topIndex) - was.topIndex : 0
    const isWatched = element.scrollTop > 0 || element.matches(':hover, :focus-within')
    if (moved !== 0 && isWatched) element.scrollBy({ top: moved * rowHeight })
    const isStood = isSame && active === was.index && element.contains(document.activeElement)
    const stood = isStood ? (indexOf(was.active) ?? active) : active
    if (stood !== active) stand(stood)
    const topIndex = Math.floor(element.scrollTop / rowHeight)
    before.current = { list, top: idAt(topIndex), topIndex, active: idAt(stood), index: stood }
  })
}

/** Closing the conversation gives the focus to its row, unless it went elsewhere. */
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
