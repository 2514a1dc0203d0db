import { CircleCheck, CircleDashed, CircleHelp, CircleSlash, CircleX, LoaderCircle, TriangleAlert } from 'lucide-react'
import { useEffect, useId, useRef, useState, type KeyboardEvent, type ReactNode } from 'react'
import { useProduct } from '#api/query/me.ts'
import { useRowWindow } from '#ui/table/row-window.ts'
import type { ImportRow } from './import-rows.ts'
import { companionName } from './source-file.ts'
import { rowTitle, importRowWords, sizeWord } from './row-words.ts'

/** Height of a row in px (import.css). */
const rowHeight = 54
/** Overscan rows, so that fast scrolling shows no gap. */
const overscan = 4

/** The status of a row as an icon; its text is below the name. */
function RowIcon({
  row: { state },
  warningCount,
  isRefused,
}: {
  row: ImportRow
  warningCount: number
  isRefused: boolean
}): ReactNode {
  if (isRefused) return <CircleSlash className="text-text-3" />
  switch (state.name) {
    case 'queued':
    case 'waiting':
      return <CircleDashed className="text-text-3" />
    case 'reading':
    case 'sending':
      return <LoaderCircle className="animate-spin text-accent-text" />
    case 'unread':
    case 'refused':
    case 'failed':
      return <CircleX className="text-bad" />
    case 'unsure':
      return <CircleHelp className="text-warn" />
    case 'skipped':
      return <CircleSlash className="text-text-3" />
    case 'done':
      return <CircleCheck className="text-ok" />
    case 'ready':
      return warningCount > 0 ? <TriangleAlert className="text-warn" /> : <CircleCheck className="text-ok" />
  }
}

const steps: Record<string, (at: number, count: number, page: number) => number> = {
  ArrowDown: (at) => at + 1,
  ArrowUp: (at) => at - 1,
  j: (at) => at + 1,
  k: (at) => at - 1,
  PageDown: (at, _count, page) => at + page,
  PageUp: (at, _count, page) => at - page,
  Home: () => 0,
  End: (_at, count) => count - 1,
}

/** Name of a file. Its path in the ZIP is truncated first, since the name distinguishes rows. */
function RowName({ title }: { title: string }) {
  const at = title.lastIndexOf('/') + 1
  return (
    <span className="flex min-w-0 font-medium" title={title}>
      {at > 0 && at < title.length && (
        <span className="cut shrink-[1000] font-normal text-text-3" dir="auto">
          {title.slice(0, at)}
        </span>
      )}
      <span className="cut" dir="auto">
        {at < title.length ? title.slice(at) : title}
      </span>
    </span>
  )
}

/** The flows of all files, one row each; virtualized. */
export function RowList({
  rows,
  currentKey,
  warningCountOf,
  refusalOf,
  onChoose,
  onOpen,
}: {
  rows: readonly ImportRow[]
  currentKey: string | null
  warningCountOf: (row: ImportRow) => number
  /** Why the service does not accept a row's file; null if it does. */
  refusalOf: (row: ImportRow) => string | null
  /** Called when a key moves to another row; null if no flow is shown beside the list. */
  onChoose: ((key: string) => void) | null
  /** Called on a click or Enter on a row. */
  onOpen: (key: string) => void
}) {
  const id = useId()
  const product = useProduct()?.title ?? null
  const box = useRef<HTMLDivElement>(null)
  const [focusedKey, setFocusedKey] = useState<string | null>(null)
  const at = Math.max(
    0,
    rows.findIndex(({ key }) => key === (currentKey ?? focusedKey)),
  )
  const virtual = useRowWindow({ box, count: rows.length, rowHeight, overscan })
  useEffect(() => {
    virtual.show(at)
    // oxlint-disable-next-line react/exhaustive-deps -- only when another row is chosen: new rows do not scroll the list
  }, [currentKey, focusedKey])
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const current = rows[at]
    if ((event.key === 'Enter' || event.key === ' ') && current !== undefined) {
      event.preventDefault()
      onOpen(current.key)
      return
    }
    const page = Math.max(1, Math.floor((box.current?.clientHeight ?? 0) / rowHeight) - 1)
    const to = steps[event.key]?.(at, rows.length, page)
    if (to === undefined) return
    event.preventDefault()
    const next = rows[Math.min(Math.max(to, 0), rows.length - 1)]
    if (next === undefined) return
    setFocusedKey(next.key)
    onChoose?.(next.key)
  }
  return (
    <div
      ref={box}
      role="listbox"
      tabIndex={0}
      aria-label="Files and flows"
      aria-activedescendant={rows.length > 0 ? `${id}-${at}` : undefined}
      className="import-rows"
      onKeyDown={onKeyDown}
    >
      <div role="presentation" className="relative" style={{ height: virtual.height }}>
        {virtual.renderedIndexes(-1).map((index) => {
          const row = rows[index]
          if (row === undefined) return null
          const warningCount = warningCountOf(row)
          const title = rowTitle(row)
          const isRefused = refusalOf(row) !== null
          const companion = isRefused ? companionName(row) : null
          return (
            // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus -- the list has the focus and the keys
            <div
              key={row.key}
              id={`${id}-${index}`}
              role="option"
              aria-selected={index === at}
              aria-posinset={index + 1}
              aria-setsize={rows.length}
              className="import-row"
              style={{ transform: `translateY(${index * rowHeight}px)` }}
              onClick={() => onOpen(row.key)}
            >
              <RowIcon row={row} warningCount={warningCount} isRefused={isRefused && companion === null} />
              <RowName title={title} />
              <span className="text-xs text-text-3">{row.size === null ? '' : sizeWord(row.size)}</span>
              <span className="import-row-words cut">
                {isRefused && (companion === null ? 'Not accepted · ' : `With ${companion} · `)}
                {importRowWords(row, warningCount, product)}
              </span>
            </div>
          )
        })}
      </div>
    </div>
  )
}
