import { CircleX, KeyRound, RadioTower, Wrench, type LucideIcon } from 'lucide-react'
import { Link, useSearchParams } from 'react-router'
import { call } from '#api/client.ts'
import { channel as channelApi } from '#contract/channel.ts'
import { tool as toolApi } from '#contract/tool.ts'
import { channelPath, toolPath } from '#src/paths.ts'
import { Button } from '#ui/button.tsx'
import { Picker } from '#ui/picker.tsx'
import type { PickerOption } from '#ui/picker-options.ts'
import type { BindingField, BindingRow } from './binding-rows.ts'
import type { NamedNode } from './binding-uses.ts'
import { nodeQuery } from './flow-view.ts'

/** Lines of one search in a picker. */
const maxFound = 50
/** The value of the line that takes a choice back. */
const nothing = ''

type Search = (text: string, signal: AbortSignal) => Promise<readonly PickerOption[]>

interface Kind {
  word: string
  icon: LucideIcon
  path: (id: string) => string
  search: Search
}

const searched = (text: string) => ({ limit: maxFound, search: text === '' ? undefined : text })

const kinds: Record<BindingField, Kind> = {
  tools: {
    word: 'Tool',
    icon: Wrench,
    path: toolPath,
    search: async (text, signal) => {
      const { results } = await call(toolApi.list, searched(text), { signal })
      return results.map(({ id, name, key }) => ({ value: id, label: name, note: key }))
    },
  },
  channels: {
    word: 'Channel',
    icon: RadioTower,
    path: channelPath,
    search: async (text, signal) => {
      const { results } = await call(channelApi.list, searched(text), { signal })
      return results.map(({ id, name, type, identifier }) => ({ value: id, label: name, note: identifier ?? type }))
    },
  },
  secrets: {
    word: 'Secret',
    icon: KeyRound,
    path: toolPath,
    search: async (text, signal) => {
      const { results } = await call(toolApi.list, { ...searched(text), category: 'global' }, { signal })
      return results
        .filter(({ config }) => config['secret'] === true)
        .map(({ id, name, key }) => ({ value: id, label: name, note: key }))
    },
  },
}

/** A choice can be taken back, but only one that was made. */
const withNothing =
  (search: Search, isBound: boolean): Search =>
  async (text, signal) => {
    const found = await search(text, signal)
    return isBound && text === '' ? [{ value: nothing, label: 'Nothing' }, ...found] : found
  }

/** Nodes that are named in a row: of more, how many. */
const maxNodes = 3

/** The nodes that name it, each on the canvas. */
function NamedBy({ nodes }: { nodes: readonly NamedNode[] }) {
  const [query] = useSearchParams()
  if (nodes.length === 0) return null
  return (
    <span className="block text-xs text-text-3">
      {'in '}
      {nodes.slice(0, maxNodes).map(({ id, name }, index) => (
        <span key={id}>
          {index > 0 && ', '}
          <Link className="link" to={{ search: nodeQuery(query, id) }}>
            {name}
          </Link>
        </span>
      ))}
      {nodes.length > maxNodes && ` and ${(nodes.length - maxNodes).toLocaleString()} more`}
    </span>
  )
}

/** One thing that the flow names: what it is here, and the choice of another. */
export function BindingLine({
  row: { field, key, target },
  nodes,
  busy,
  lockedReason,
  onChoose,
}: {
  row: BindingRow
  /** Those that name it. */
  nodes: readonly NamedNode[]
  busy: boolean
  lockedReason: string | null
  /** Null where the service cannot change it. */
  onChoose: ((target: string | null) => void) | null
}) {
  const { word, icon: Icon, path, search } = kinds[field]
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
          <NamedBy nodes={nodes} />
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
