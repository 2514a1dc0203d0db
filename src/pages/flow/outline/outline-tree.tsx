import { useEffect, useLayoutEffect, useMemo, useRef, useSyncExternalStore, type MouseEvent } from 'react'
import type { OutlineShape } from '#flow/outline/outline.ts'
import type { Signal } from '#lib/signal.ts'
import { useMedia } from '#ui/browser/media.ts'
import { useRowWindow } from '#ui/table/row-window.ts'
import type { FlowData } from '#flow-data/flow-data.ts'
import { OutlineRow } from './outline-row.tsx'
import { hasInside, isAmong, visibleRowIndex } from '#flow-data/outline/outline-rows.ts'
import { kindOfRow, rowLabel } from '#flow-data/outline/outline-words.ts'
import { useOutlineKeys } from './use-outline-keys.ts'
import { useOutlineRows } from './use-outline-rows.ts'
import { useRowFacts } from './use-row-facts.ts'

/** Height of a row in pixels, for mouse and touch. */
const rowHeight = 28
const touchHeight = 44
/** Overscan rows, so that fast scrolling shows no gap. */
const overscan = 4

interface OutlineTreeProps {
  /** Name of the flow. */
  name: string
  data: FlowData
  outline: OutlineShape
  /** The index of the current node of canvas and search; -1 = none. */
  currentNode: number
  /** The index of the node under the pointer, on the canvas or in this tree; -1 = none. */
  hovered: Signal<number>
  /** Indexes of the matches, in order; null = no search. */
  matches: Uint32Array | null
  /** Whether the row in the tab order gets the focus once it is mounted. */
  takesFocus: boolean
  onOpen: (id: string) => void
  /** Called on Esc. */
  onLeave: () => void
}

/** A flow as a virtualized tree. */
export function OutlineTree({
  name,
  data,
  outline,
  currentNode,
  hovered,
  matches,
  takesFocus,
  onOpen,
  onLeave,
}: OutlineTreeProps) {
  const box = useRef<HTMLDivElement>(null)
  const currentRow = outline.rowOf[currentNode] ?? -1
  const { collapsed, visible, activeIndex, activate, toggle } = useOutlineRows(outline, currentRow)
  const active = visible[activeIndex] ?? -1
  const height = useMedia('(pointer: coarse)') ? touchHeight : rowHeight
  const virtual = useRowWindow({ box, count: visible.length, rowHeight: height, overscan })
  const chosenPlace = currentRow === -1 ? -1 : visibleRowIndex(visible, currentRow)
  useEffect(() => {
    if (chosenPlace !== -1) virtual.show(chosenPlace)
    // oxlint-disable-next-line react/exhaustive-deps -- expanding and collapsing does not scroll
  }, [currentRow, outline])
  const wantFocus = useFocusedRow(box, active, takesFocus)
  const goTo = (next: number) => {
    const to = Math.min(Math.max(next, 0), visible.length - 1)
    if (to === activeIndex) return
    wantFocus()
    activate(visible[to] ?? 0)
    virtual.show(to)
  }
  // The row in the tab order stays mounted, however far it is scrolled away.
  const places = virtual.renderedIndexes(activeIndex)
  const scrolledRows = places.filter((index) => index !== activeIndex)
  const { factsOf, openNode } = useRowFacts(data, visible, {
    first: scrolledRows.at(0) ?? activeIndex,
    last: scrolledRows.at(-1) ?? activeIndex,
    active,
  })
  const choose = (row: number) => {
    const node = outline.node[row] ?? -1
    // Activating a reference moves to its target.
    if (node !== -1 && kindOfRow(outline, row) !== 'node') wantFocus()
    if (node !== -1) openNode(row, onOpen)
    else if (hasInside(outline, row)) toggle(row)
  }
  const onKeyDown = useOutlineKeys({
    outline,
    visible,
    collapsed,
    activeIndex,
    pageRows: () => Math.max(1, Math.floor((box.current?.clientHeight ?? 0) / height) - 1),
    findByPrefix: (typed, from) => data.ask('outline typed', { closed: [...collapsed], from, typed }),
    goTo,
    toggle,
    choose,
    leave: onLeave,
  })
  const hoveredRow = outline.rowOf[useSyncExternalStore(hovered.subscribe, hovered.get)] ?? -1
  const onClick = ({ target }: MouseEvent) => {
    const element = target instanceof Element ? target : null
    const row = rowAt(target)
    if (row === -1) return
    activate(row)
    if (element?.closest('[data-toggle]')) toggle(row)
    else choose(row)
  }
  const firstHeading = useMemo(
    () => outline.kind.findIndex((_kind, row) => kindOfRow(outline, row) === 'heading'),
    [outline],
  )
  return (
    <div ref={box} className="min-h-0 flex-1 overflow-x-hidden overflow-y-auto px-2">
      <ul
        role="tree"
        aria-label={`Outline of ${name}`}
        className={matches === null ? 'outline-tree' : 'outline-tree finding'}
        style={{ height: virtual.height }}
        onKeyDown={onKeyDown}
        onClick={onClick}
        onPointerOver={({ target }) => hovered.set(outline.node[rowAt(target)] ?? -1)}
        onPointerLeave={() => hovered.set(-1)}
      >
        {places.map((index) => {
          const row = visible[index] ?? 0
          const kind = kindOfRow(outline, row)
          const facts = factsOf(row)
          const isFound = matches !== null && kind === 'node' && isAmong(matches, outline.node[row] ?? -1)
          return (
            <li
              key={row}
              role="treeitem"
              data-row={row}
              data-kind={kind}
              className={`${outline.fault[row] === 1 ? 'fault' : ''} ${isFound ? 'found' : ''} ${row === hoveredRow ? 'hovered' : ''}`}
              style={{ height, transform: `translateY(${index * height}px)` }}
              tabIndex={index === activeIndex ? 0 : -1}
              title={facts?.text}
              aria-label={facts === undefined ? undefined : rowLabel(outline, row, facts, isFound)}
              aria-level={(outline.depth[row] ?? 0) + 1}
              aria-posinset={outline.position[row]}
              aria-setsize={outline.setSize[row]}
              aria-expanded={hasInside(outline, row) ? !collapsed.has(row) : undefined}
              aria-selected={row === currentRow}
              onFocus={() => activate(row)}
            >
              <OutlineRow
                outline={outline}
                row={row}
                facts={facts}
                firstHeading={firstHeading}
                isClosed={collapsed.has(row)}
              />
            </li>
          )
        })}
      </ul>
    </div>
  )
}

/** The row of an event's target; -1 = none. */
const rowAt = (target: EventTarget): number =>
  Number((target instanceof Element ? target.closest<HTMLElement>('[data-row]') : null)?.dataset.row ?? -1)

/** Moves the focus to the row in the tab order: a row outside the viewport is focused once it is mounted. */
function useFocusedRow(box: { current: HTMLElement | null }, active: number, takesFocus: boolean): () => void {
  const wantsFocus = useRef(takesFocus)
  useLayoutEffect(() => {
    if (!wantsFocus.current) return
    const row = box.current?.querySelector<HTMLElement>(`[data-row="${active}"]`)
    if (!row) return
    wantsFocus.current = false
    row.focus({ preventScroll: true })
  })
  return () => {
    wantsFocus.current = true
  }
}
