import { Copy, KeyRound } from 'lucide-react'
import { useId, useState, useMemo, type ReactNode } from 'react'
import { IconButton } from '#ui/controls/button.tsx'
import { copyText } from '#ui/overlays/copy-text.ts'
import type { JsonRecord } from '#lib/json/json.ts'
import { definitionRows, type DefinitionRow } from './definition-rows.ts'

/** Maximum characters and lines of a collapsed value. */
const firstCharacters = 300
const firstLines = 4
/** Maximum characters of an expanded value; copying is not limited. */
const maxCharacters = 20_000
/** Rows before "Show more". */
const firstRows = 200

/** The beginning of a long value; a short value unchanged. */
function foldedValue(value: string): string {
  const lines = value.slice(0, firstCharacters).split('\n').slice(0, firstLines).join('\n')
  return lines.length < value.length ? lines : value
}

function Value({ row: { value, kind, path } }: { row: DefinitionRow }) {
  const [whole, setWhole] = useState(false)
  if (kind === 'none') return <span className="text-text-3">{value}</span>
  if (kind === 'secret')
    return (
      <span className="flex items-center gap-1.5 text-text-3">
        <KeyRound className="s" />
        <span className="mono">{value}</span>
        <span className="sr-only">secret</span>
      </span>
    )
  const folded = foldedValue(value)
  const shown = whole ? value.slice(0, maxCharacters) : folded
  return (
    <>
      <span className={`block wrap-anywhere whitespace-pre-wrap ${kind === 'code' ? 'mono' : ''}`}>
        {shown}
        {shown.length < value.length && '…'}
      </span>
      {folded !== value && (
        <button
          type="button"
          className="link cursor-pointer text-xs"
          aria-expanded={whole}
          aria-label={whole ? `Collapse ${path}` : `Show ${value.length > maxCharacters ? 'more' : 'all'} of ${path}`}
          onClick={() => setWhole(!whole)}
        >
          {whole
            ? 'Collapse'
            : value.length > maxCharacters
              ? `Show ${maxCharacters.toLocaleString()} of ${value.length.toLocaleString()} characters`
              : `Show all ${value.length.toLocaleString()} characters`}
        </button>
      )}
    </>
  )
}

function Line({ row, meaning }: { row: DefinitionRow; meaning: string | undefined }) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-3 px-4 py-1.5 not-first:border-t not-first:border-line sm:grid-cols-[minmax(0,16rem)_minmax(0,1fr)_auto]">
      <dt className="col-start-1 py-0.5">
        <span className="mono wrap-anywhere">{row.path}</span>
        {meaning !== undefined && <span className="block text-xs text-text-3">{meaning}</span>}
      </dt>
      <dd className="col-start-1 min-w-0 py-0.5 sm:col-start-2">
        <Value row={row} />
      </dd>
      <dd className="col-start-2 row-span-2 row-start-1 sm:col-start-3">
        {(row.kind === 'text' || row.kind === 'code') && (
          <IconButton label={`Copy ${row.path}`} icon={<Copy className="s" />} onClick={() => copyText(row.value)} />
        )}
      </dd>
    </div>
  )
}

/** Table of names and values: secrets are masked, long values collapsed; texts can be copied. */
export function DefinitionsTable({
  title,
  rows,
  count = rows.length,
  empty,
  meanings,
}: {
  title: string
  rows: readonly DefinitionRow[]
  /** Number of named values, of which some may take several rows. */
  count?: number
  /** Text of the empty state. */
  empty: ReactNode
  /** Explanations of common names. */
  meanings?: ReadonlyMap<string, string>
}) {
  const id = useId()
  const [whole, setWhole] = useState(false)
  const shown = whole ? rows : rows.slice(0, firstRows)
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className="mb-2">
        {title} <span className="font-normal text-text-3">{count === 0 ? 'none' : count.toLocaleString()}</span>
      </h2>
      {rows.length === 0 ? (
        <p className="text-text-2">{empty}</p>
      ) : (
        <dl className="card">
          {shown.map((row) => (
            <Line key={row.path} row={row} meaning={meanings?.get(row.path)} />
          ))}
        </dl>
      )}
      {shown.length < rows.length && (
        <button type="button" className="link mt-2 cursor-pointer" onClick={() => setWhole(true)}>
          Show {(rows.length - shown.length).toLocaleString()} more
        </button>
      )}
    </section>
  )
}

/** Metadata in the flow's file, if there are any. */
export function FileDefinitions({ metadata }: { metadata: JsonRecord }) {
  const rows = useMemo(() => definitionRows(metadata), [metadata])
  return rows.length > 0 && <DefinitionsTable title="File metadata" rows={rows} empty={null} />
}
