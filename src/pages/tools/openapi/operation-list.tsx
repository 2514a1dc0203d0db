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
const step = 100

/** Result of the creation, or why the operation cannot be selected. */
function State({
  row,
  there,
  outcome,
  isRunning,
  onKey,
}: {
  row: OperationRow
  there: string | undefined
  outcome: Outcome | undefined
  /** Tools are being created: links are disabled, since leaving the page would stop it. */
  isRunning: boolean
  /** Selects the operation with an unused key. */
  onKey: () => void
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
  if (there !== undefined)
    return (
      <p className="text-xs text-text-3">
        Already exists:{' '}
        <Link className="link mono" to={toolPath(there)}>
          {row.key}
        </Link>{' '}
        {!isRunning && (
          <button type="button" className="link cursor-pointer" onClick={onKey}>
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

function Line({
  row,
  there,
  outcome,
  isChosen,
  canChoose,
  isRunning,
  onChosen,
  onKey,
}: {
  row: OperationRow
  there: string | undefined
  outcome: Outcome | undefined
  isChosen: boolean
  canChoose: boolean
  isRunning: boolean
  onChosen: (isChosen: boolean) => void
  onKey: () => void
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
        <State row={row} there={there} outcome={outcome} isRunning={isRunning} onKey={onKey} />
      </div>
    </li>
  )
}

const holds = (row: OperationRow, words: readonly string[]): boolean => {
  const text = `${row.method} ${row.path} ${row.summary} ${row.key}`.toLowerCase()
  return words.every((word) => text.includes(word))
}

/** The operations of a document. Those that can be tools are selectable, the others show the reason. */
export function OperationList({
  rows,
  ids,
  outcomes,
  chosen,
  isChoosable,
  isRunning,
  onChosen,
  onKey,
}: {
  rows: readonly OperationRow[]
  /** Ids of existing tools, by key. */
  ids: ReadonlyMap<string, string> | undefined
  outcomes: ReadonlyMap<string, Outcome>
  chosen: ReadonlySet<string>
  isChoosable: (row: OperationRow) => boolean
  isRunning: boolean
  onChosen: (chosen: ReadonlySet<string>) => void
  /** Selects a row whose key is taken, with an unused key. */
  onKey: (row: OperationRow) => void
}) {
  const [search, setSearch] = useState('')
  const [most, setMost] = useState(step)
  const [onlyRefused, setOnlyRefused] = useState(false)
  const words = search.toLowerCase().split(/\s+/).filter(Boolean)
  const refused = rows.filter(({ reason }) => reason !== null)
  const found = (onlyRefused ? refused : rows).filter((row) => holds(row, words))
  const open = found.filter(isChoosable)
  const all = open.length > 0 && open.every(({ id }) => chosen.has(id))
  const choose = (some: readonly OperationRow[], isChosen: boolean) => {
    const next = new Set(chosen)
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
            setMost(step)
          }}
          className="w-60! max-sm:w-full!"
        />
        {open.length > 0 && !isRunning && (
          <Button onClick={() => choose(open, !all)}>
            {all
              ? 'Clear selection'
              : words.length > 0
                ? `Select these ${open.length.toLocaleString()}`
                : `Select all ${open.length.toLocaleString()}`}
          </Button>
        )}
        {refused.length > 0 && (
          <Button
            aria-pressed={onlyRefused}
            onClick={() => {
              setOnlyRefused(!onlyRefused)
              setMost(step)
            }}
          >
            Show only {refused.length.toLocaleString()} that cannot be {refused.length === 1 ? 'a tool' : 'tools'}
          </Button>
        )}
        <span className="text-xs text-text-3" role="status">
          {words.length > 0 && `${count(found.length, 'operation')} found`}
        </span>
      </div>
      <ul className="border-t border-line">
        {found.slice(0, most).map((row) => (
          <Line
            key={row.id}
            row={row}
            there={ids?.get(row.key)}
            outcome={outcomes.get(row.id)}
            isChosen={chosen.has(row.id)}
            canChoose={!isRunning && isChoosable(row)}
            isRunning={isRunning}
            onChosen={(isChosen) => choose([row], isChosen)}
            onKey={() => onKey(row)}
          />
        ))}
      </ul>
      {found.length > most && (
        <p className="pt-2">
          <Button onClick={() => setMost(most + step)}>
            Show {Math.min(step, found.length - most).toLocaleString()} more of {(found.length - most).toLocaleString()}
          </Button>
        </p>
      )}
    </section>
  )
}
