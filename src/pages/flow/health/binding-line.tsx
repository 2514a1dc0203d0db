import { CircleX, Plus } from 'lucide-react'
import { Link, useSearchParams } from 'react-router'
import { bindingKinds, type BindingSearch } from '#parts/flows/binding-kinds.ts'
import { Button } from '#ui/controls/button.tsx'
import { Picker } from '#ui/overlays/picker.tsx'
import type { BindingRow } from './binding-rows.ts'
import type { NodesNamingKey } from '#flow-data/questions/ask-binding-uses.ts'
import { nodeQuery } from '#pages/flow/flow-view.ts'

/** The value of the option that clears the choice. */
const nothing = ''

/** Adds an option to clear the binding, if the requirement is bound. */
const withNothing =
  (search: BindingSearch, isBound: boolean): BindingSearch =>
  async (text, signal) => {
    const found = await search(text, signal)
    return isBound && text === '' ? [{ value: nothing, label: 'None' }, ...found] : found
  }

/** Maximum nodes that are listed in a row; the others are counted. */
export const maxBindingNodes = 3

/** Links to the nodes that use the requirement, on the canvas. */
function Uses({ uses: { first, count } }: { uses: NodesNamingKey }) {
  const [query] = useSearchParams()
  if (count === 0) return null
  return (
    <span className="block text-xs text-text-3">
      {'in '}
      {first.map(({ id, name }, index) => (
        <span key={id}>
          {index > 0 && ', '}
          <Link className="link" to={{ search: nodeQuery(query, id) }}>
            {name}
          </Link>
        </span>
      ))}
      {count > first.length && ` and ${(count - first.length).toLocaleString()} more`}
    </span>
  )
}

/** One requirement of the flow, with its binding and a picker to change it. */
export function BindingLine({
  row: { field, key, target },
  uses,
  busy,
  lockedReason,
  newPath,
  onChoose,
}: {
  row: BindingRow
  /** The nodes that use the requirement; null while they are unknown. */
  uses: NodesNamingKey | null
  busy: boolean
  lockedReason: string | null
  /** The URL where an object for the requirement can be created; null if not possible. */
  newPath: string | null
  /** Null if the service cannot change bindings. */
  onChoose: ((target: string | null) => void) | null
}) {
  const { word, icon: Icon, path, search } = bindingKinds[field]
  const button = (
    <Button reason={lockedReason} busy={busy} aria-label={`Choose ${word.toLowerCase()} for ${key}`}>
      {target === null ? 'Choose…' : 'Change…'}
    </Button>
  )
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 px-4 py-2 not-first:border-t not-first:border-line">
      <span className="flex min-w-0 flex-1 basis-40 items-center gap-2">
        <Icon className="s text-text-3" aria-label={word} role="img" />
        <span className="min-w-0 wrap-anywhere">
          <span className="mono">{key}</span>
          {uses !== null && <Uses uses={uses} />}
        </span>
      </span>
      <span className="min-w-0 flex-1 basis-40 wrap-anywhere">
        {target === null ? (
          <span className="status bad">
            <CircleX />
            Missing
          </span>
        ) : (
          <Link className="link" to={path(target.id)}>
            {target.name ?? target.id}
          </Link>
        )}
      </span>
      {newPath !== null && target === null && lockedReason === null && (
        <Link className="btn" to={newPath} aria-label={`New ${word.toLowerCase()} for ${key}`}>
          <Plus /> New {word.toLowerCase()}
        </Link>
      )}
      {onChoose !== null &&
        (lockedReason === null ? (
          <Picker
            label={`${word} for ${key}`}
            align="end"
            options={withNothing(search, target !== null)}
            chosen={target === null ? [] : [target.id]}
            onChosen={([chosen]) => {
              if (chosen !== target?.id) onChoose(chosen === undefined || chosen === nothing ? null : chosen)
            }}
            trigger={button}
          />
        ) : (
          button
        ))}
    </li>
  )
}
