import type { ReactNode } from 'react'
import { ChangeSign } from '#canvas/react/diff-layer.tsx'
import { KindTile } from '#canvas/cards/kind-tile.tsx'
import type { ChangeRow } from '#flow-data/compare/change-lines.ts'
import { count } from '#lib/count.ts'
import { DiffLine, DiffLines } from '#ui/text/diff-lines.tsx'
import './change-line.css'

const changeWords = { added: 'Added', removed: 'Removed', changed: 'Changed', moved: 'Moved', same: 'Unchanged' }

/**
 * Label of a changed field. Config fields always have one; another field has none if it is the only change, since the
 * line above names it.
 */
function labelOf(path: string, isAlone: boolean): string {
  if (path.startsWith('config.')) return `${path.slice('config.'.length)}: `
  return isAlone ? '' : `${path}: `
}

function Fields({ fields, moreFields }: Pick<ChangeRow, 'fields' | 'moreFields'>) {
  return (
    <>
      {fields.map(({ path, before, after }) => {
        const label = labelOf(path, fields.length === 1)
        return (
          <DiffLines key={path}>
            {before !== null && <DiffLine sign="−">{`${label}${before}`}</DiffLine>}
            {after !== null && <DiffLine sign="+">{`${label}${after}`}</DiffLine>}
          </DiffLines>
        )
      })}
      {moreFields > 0 && <p className="mt-1 text-xs text-text-3">and {count(moreFields, 'more field')}</p>}
    </>
  )
}

/** A change in a list: its sign, its name, its description, and each field before and after. */
export function ChangeLine({
  line: { kind, title, visual, description: words, fields, moreFields },
  depth = 0,
  isCurrent,
  onChoose,
  children,
}: {
  line: ChangeRow
  /** Indentation level. */
  depth?: number
  isCurrent: boolean
  onChoose: () => void
  children?: ReactNode
}) {
  return (
    <li
      className="change-line"
      aria-current={isCurrent ? 'true' : undefined}
      style={depth === 0 ? undefined : { paddingInlineStart: `${16 + 12 * depth}px` }}
    >
      <ChangeSign change={kind} />
      {visual !== null && <KindTile kind={visual} isLabelled />}
      <div className="min-w-0 flex-1">
        <button type="button" className="change-title" dir="auto" onClick={onChoose}>
          <span className="sr-only">{changeWords[kind]}: </span>
          {title}
        </button>
        <p className="text-text-2">{words}</p>
        <Fields fields={fields} moreFields={moreFields} />
        {children}
      </div>
    </li>
  )
}
