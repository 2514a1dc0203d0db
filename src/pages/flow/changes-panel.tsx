import { ChevronDown, ChevronUp } from 'lucide-react'
import { useState, type KeyboardEvent } from 'react'
import { Link, useSearchParams } from 'react-router'
import { ChangeSign } from '#canvas/diff-layer.tsx'
import { KindTile } from '#canvas/kind-tile.tsx'
import { kindOf } from '#flow/node-kind.ts'
import { count } from '#lib/count.ts'
import { Time } from '#parts/time.tsx'
import { IconButton } from '#ui/button.tsx'
import { Panel } from '#ui/panel.tsx'
import { valueText, type ChangeLine } from './change-lines.ts'
import './changes-panel.css'
import { nodeQuery } from './flow-view.ts'
import type { SeenVersion } from './history-messages.ts'

/** Changes before the rest is asked for. */
const firstChanges = 100
/** Fields of one change that are shown. */
const firstFields = 6

const changeWords = { added: 'Added', removed: 'Removed', changed: 'Changed', moved: 'Moved' }

/** What a field was, and what it is. */
function Fields({ fields }: { fields: ChangeLine['fields'] }) {
  const more = fields.length - firstFields
  return (
    <>
      {fields.slice(0, firstFields).map(({ path, before, after }) => (
        <dl key={path} className="change-field">
          <dt>{path}</dt>
          {before !== undefined && (
            <dd className="old">
              <span aria-hidden="true">−</span>
              <span className="sr-only">Before:</span>
              <span>{valueText(before)}</span>
            </dd>
          )}
          {after !== undefined && (
            <dd className="new">
              <span aria-hidden="true">+</span>
              <span className="sr-only">Now:</span>
              <span>{valueText(after)}</span>
            </dd>
          )}
        </dl>
      ))}
      {more > 0 && <p className="mt-1 text-xs text-text-3">and {count(more, 'more field')}</p>}
    </>
  )
}

function Line({ line, isCurrent, onChoose }: { line: ChangeLine; isCurrent: boolean; onChoose: () => void }) {
  const [query] = useSearchParams()
  const { kind, title, type, node, words, fields } = line
  return (
    <li className="change-line" aria-current={isCurrent ? 'true' : undefined}>
      <ChangeSign change={kind} />
      {type !== null && <KindTile kind={kindOf(type)} />}
      <div className="min-w-0 flex-1">
        <button type="button" className="change-title" onClick={onChoose}>
          <span className="sr-only">{changeWords[kind]}: </span>
          {title}
        </button>
        <p className="text-text-2">{words}</p>
        <Fields fields={fields} />
        {node !== null && kind !== 'removed' && (
          <Link className="link text-xs" to={{ search: nodeQuery(query, node) }}>
            Open<span className="sr-only"> {title}</span> on the canvas
          </Link>
        )}
      </div>
    </li>
  )
}

/** The differences in words, in step with the canvas; j and k go through them. */
export function ChangesPanel({
  lines,
  since,
  chosen,
  onChoose,
  onClose,
}: {
  lines: readonly ChangeLine[]
  since: SeenVersion
  /** The key of the line that is shown on the canvas. */
  chosen: string | null
  onChoose: (line: ChangeLine) => void
  onClose: () => void
}) {
  const [whole, setWhole] = useState(false)
  const at = lines.findIndex(({ key }) => key === chosen)
  const shown = whole || at >= firstChanges ? lines : lines.slice(0, firstChanges)
  const go = (to: number) => {
    const line = lines[to]
    if (line !== undefined) onChoose(line)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const step = { j: 1, k: -1 }[event.key]
    if (step === undefined) return
    event.preventDefault()
    go(at === -1 ? 0 : at + step)
  }
  return (
    <Panel
      title={
        <>
          {count(lines.length, 'change')}{' '}
          <span className="font-normal text-text-3">{at === -1 ? '' : `${(at + 1).toLocaleString()} shown`}</span>
        </>
      }
      takesFocus
      onClose={onClose}
      actions={
        <>
          <IconButton
            label="Previous change"
            icon={<ChevronUp />}
            reason={at <= 0 ? 'This is the first.' : null}
            onClick={() => go(at - 1)}
          />
          <IconButton
            label="Next change"
            icon={<ChevronDown />}
            reason={at === lines.length - 1 ? 'This is the last.' : null}
            onClick={() => go(at + 1)}
          />
        </>
      }
    >
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- keys of the buttons inside, heard where they bubble */}
      <div onKeyDown={onKeyDown}>
        <p className="section text-text-2">
          Since version {since.version}, looked at <Time at={new Date(since.at).toISOString()} />.
        </p>
        <ul aria-label="Changes">
          {shown.map((line) => (
            <Line key={line.key} line={line} isCurrent={line.key === chosen} onChoose={() => onChoose(line)} />
          ))}
        </ul>
        {shown.length < lines.length && (
          <button type="button" className="link m-4 cursor-pointer" onClick={() => setWhole(true)}>
            Show {(lines.length - shown.length).toLocaleString()} more
          </button>
        )}
      </div>
    </Panel>
  )
}
