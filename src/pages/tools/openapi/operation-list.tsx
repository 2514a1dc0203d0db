import { CircleCheck, CircleX, LoaderCircle } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import { count } from '#lib/count.ts'
import { RowLink } from '#parts/display/row-link.tsx'
import { toolPath } from '#ui/paths.ts'
import { Button } from '#ui/controls/button.tsx'
import { Checkbox } from '#ui/controls/checkbox.tsx'
import { takeLostFocus } from '#ui/browser/focus-loss.ts'
import { SearchField } from '#ui/controls/search-field.tsx'
import { Tag } from '#ui/feedback/tag.tsx'
import type { OperationRow } from './operations.ts'
import type { Outcome } from './use-creations.ts'

/** Number of rows rendered at first, and added by each click. */
const pageSize = 100

/** Result of the creation, or why the operation cannot be selected. */
function OperationState({
  row,
  existingToolId,
  outcome,
  isRunning,
  onRenameKey,
}: {
  row: OperationRow
  existingToolId: string | undefined
  outcome: Outcome | undefined
  /** Tools are being created: links to new tools are disabled, since leaving the page stops the creation. */
  isRunning: boolean
  /** Selects the operation with an unused key. */
  onRenameKey: () => void
}) {
  if (outcome?.is === 'done')
    return (
      <p className="text-xs">
        <span className="status ok">
          <CircleCheck /> Created
        </span>{' '}
        {isRunning ? (
          <bdi>{outcome.tool.name}</bdi>
        ) : (
          <RowLink className="link" id={outcome.tool.id} to={toolPath} dir="auto">
            {outcome.tool.name}
          </RowLink>
        )}
        {outcome.notes.length > 0 && <span className="text-text-2"> {outcome.notes.join(' ')}</span>}
      </p>
    )
  if (outcome?.is === 'failed')
    return (
      <p className="text-xs">
        <span className="status bad">
          <CircleX /> Not created
        </span>{' '}
        <span className="text-text-2">{outcome.message}</span>
      </p>
    )
  if (outcome?.is === 'creating')
    return (
      <p className="status live text-xs">
        <LoaderCircle /> Creating
      </p>
    )
  if (row.reason !== null) return <p className="text-xs text-text-3">Cannot be a tool: {row.reason}</p>
  if (existingToolId !== undefined)
    return (
      <p className="text-xs text-text-3">
        Already exists:{' '}
        <Link className="link mono" to={toolPath(existingToolId)}>
          {row.key}
        </Link>{' '}
        {!isRunning && (
          <button type="button" className="link cursor-pointer" onClick={onRenameKey}>
            Use another key
          </button>
        )}
      </p>
    )
  if (row.isRenamed === true)
    return (
      <p className="text-xs text-text-3">
        Its key will be <span className="mono">{row.key}</span>
      </p>
    )
  return null
}

function OperationItem({
  row,
  existingToolId,
  outcome,
  isChosen,
  canChoose,
  isRunning,
  onChosen,
  onRenameKey,
}: {
  row: OperationRow
  existingToolId: string | undefined
  outcome: Outcome | undefined
  isChosen: boolean
  canChoose: boolean
  isRunning: boolean
  onChosen: (isChosen: boolean) => void
  onRenameKey: () => void
}) {
  const box = useRef<HTMLLIElement>(null)
  const isRenamed = row.isRenamed === true
  // The clicked button was removed, so the focus is lost.
  useEffect(() => {
    if (isRenamed) takeLostFocus(box.current?.querySelector('input'))
  }, [isRenamed])
  return (
    <li ref={box} className="flex min-w-0 items-start gap-2 border-b border-line py-1.5">
      <span className="grid size-6 flex-none place-items-center">
        {canChoose && <Checkbox label={`${row.method} ${row.path}`} checked={isChosen} onChange={onChosen} />}
      </span>
      <span className="mono w-14 flex-none text-xs leading-6 text-text-2">{row.method}</span>
      <div className="min-w-0 flex-1">
        <p className="mono wrap-anywhere">
          {row.path} {row.isDeprecated && <Tag>deprecated</Tag>}
        </p>
        {row.summary !== '' && (
          <p className="text-text-2 wrap-anywhere" dir="auto">
            {row.summary}
          </p>
        )}
        <OperationState
          row={row}
          existingToolId={existingToolId}
          outcome={outcome}
          isRunning={isRunning}
          onRenameKey={onRenameKey}
        />
      </div>
    </li>
  )
}

const matchesWords = (row: OperationRow, words: readonly string[]): boolean => {
  const text = `${row.method} ${row.path} ${row.summary} ${row.key}`.toLowerCase()
  return words.every((word) => text.includes(word))
}

/** The operations of a document. Those that can be tools are selectable, the others show the reason. */
export function OperationList({
  rows,
  ids,
  outcomes,
  selectedIds,
  isChoosable,
  isRunning,
  onChosen,
  onRenameKey,
}: {
  rows: readonly OperationRow[]
  /** Ids of existing tools, by key. */
  ids: ReadonlyMap<string, string> | undefined
  outcomes: ReadonlyMap<string, Outcome>
  selectedIds: ReadonlySet<string>
  isChoosable: (row: OperationRow) => boolean
  isRunning: boolean
  onChosen: (selectedIds: ReadonlySet<string>) => void
  /** Selects a row whose key is taken, with an unused key. */
  onRenameKey: (row: OperationRow) => void
}) {
  const [search, setSearch] = useState('')
  const [visibleCount, setVisibleCount] = useState(pageSize)
  const [onlyUnsupported, setOnlyUnsupported] = useState(false)
  const words = search.toLowerCase().split(/\s+/).filter(Boolean)
  const unsupportedRows = rows.filter(({ reason }) => reason !== null)
  const matchingRows = (onlyUnsupported ? unsupportedRows : rows).filter((row) => matchesWords(row, words))
  const choosableRows = matchingRows.filter(isChoosable)
  const areAllChosen = choosableRows.length > 0 && choosableRows.every(({ id }) => selectedIds.has(id))
  const choose = (some: readonly OperationRow[], isChosen: boolean) => {
    const next = new Set(selectedIds)
    for (const { id } of some)
      if (isChosen) next.add(id)
      else next.delete(id)
    onChosen(next)
  }
  return (
    <section aria-label="Operations">
      <div className="flex flex-wrap items-center gap-2 pb-2">
        <SearchField
          label="Search operations"
          hasKey={false}
          value={search}
          onSearch={(text) => {
            setSearch(text)
            setVisibleCount(pageSize)
          }}
          className="w-60! max-sm:w-full!"
        />
        {choosableRows.length > 0 && !isRunning && (
          <Button onClick={() => choose(choosableRows, !areAllChosen)}>
            {' '}
            {areAllChosen
              ? words.length > 0
                ? `Deselect these ${open.length.toLocaleString()}`
                : 'Clear selection'
              : words.length > 0
                ? `Select these ${choosableRows.length.toLocaleString()}`
                : `Select all ${choosableRows.length.toLocaleString()}`}
          </Button>
        )}
        {unsupportedRows.length > 0 && (
          <Button
            aria-pressed={onlyUnsupported}
            onClick={() => {
              setOnlyUnsupported(!onlyUnsupported)
              setVisibleCount(pageSize)
            }}
          >
            Show only {unsupportedRows.length.toLocaleString()} that cannot be{' '}
            {unsupportedRows.length === 1 ? 'a tool' : 'tools'}
          </Button>
        )}
        <span className="text-xs text-text-3" role="status">
          {words.length > 0 && `${count(matchingRows.length, 'operation')} found`}
        </span>
      </div>
      <ul className="border-t border-line">
        {matchingRows.slice(0, visibleCount).map((row) => (
          <OperationItem
            key={row.id}
            row={row}
            existingToolId={ids?.get(row.key)}
            outcome={outcomes.get(row.id)}
            isChosen={selectedIds.has(row.id)}
            canChoose={!isRunning && isChoosable(row)}
            isRunning={isRunning}
            onChosen={(isChosen) => choose([row], isChosen)}
            onRenameKey={() => onRenameKey(row)}
          />
        ))}
      </ul>
      {matchingRows.length > visibleCount && (
        <p className="pt-2">
          <Button onClick={() => setVisibleCount(visibleCount + pageSize)}>
            Show {Math.min(pageSize, matchingRows.length - visibleCount).toLocaleString()} more of{' '}
            {(matchingRows.length - visibleCount).toLocaleString()}
          </Button>
        </p>
      )}
    </section>
  )
}
