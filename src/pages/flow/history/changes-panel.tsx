import { ChevronDown, ChevronUp } from 'lucide-react'
import { useState, type KeyboardEvent } from 'react'
import { Link, useSearchParams } from 'react-router'
import { isAbsent } from '#lib/absent.ts'
import { count } from '#lib/count.ts'
import { ChangeLine } from '#parts/flows/change-line.tsx'
import { TimeText } from '#parts/display/time.tsx'
import { comparePath, viewedVersionName } from '#ui/paths.ts'
import { IconButton } from '#ui/controls/button.tsx'
import { Panel } from '#ui/overlays/panel.tsx'
import type { ChangesSinceViewed } from '#flow-data/questions/ask-changes.ts'
import type { ViewedKey } from '#flow-data/compare/difference-cache.ts'
import type { FlowData } from '#flow-data/flow-data.ts'
import { useFlowQuery } from '#flow-data/use-flow-query.ts'
import { nodeQuery } from '#pages/flow/flow-view.ts'

/** Changes before "Show more". */
const firstChanges = 100

/** The changes in words, synchronized with the canvas; j and k step through them. */
export function ChangesPanel({
  flow,
  canCompare,
  data,
  viewed,
  difference: { lines: total, since },
  at,
  onChoose,
  onClose,
}: {
  /** Id of the flow. */
  flow: string
  /** False if the flow was deleted. */
  canCompare: boolean
  data: FlowData
  viewed: ViewedKey
  difference: ChangesSinceViewed
  /** The line that is shown on the canvas; -1 = none. */
  at: number
  /** Called with the node of a line, and the line's index. */
  onChoose: (node: string | null, line: number) => void
  onClose: () => void
}) {
  const [query] = useSearchParams()
  const [isExpanded, setExpanded] = useState(false)
  const isWhole = isExpanded || at >= firstChanges
  // One more line than is shown, so that j can continue to it.
  const lines = useFlowQuery(data, 'change lines', { of: viewed, count: isWhole ? null : firstChanges + 1 }) ?? []
  const shown = isWhole ? lines : lines.slice(0, firstChanges)
  const go = (to: number) => {
    const line = lines[to]
    if (line !== undefined) onChoose(line.node, to)
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
          {count(total, 'change')}{' '}
          <span className="font-normal text-text-3">
            {at === -1 ? '' : `${(at + 1).toLocaleString()} of ${total.toLocaleString()}`}
          </span>
        </>
      }
      takesFocus
      onClose={onClose}
      actions={
        <>
          <IconButton
            label="Previous change"
            icon={<ChevronUp />}
            reason={at === -1 ? 'No change is selected.' : at === 0 ? 'This is the first change.' : null}
            onClick={() => go(at - 1)}
          />
          <IconButton
            label="Next change"
            icon={<ChevronDown />}
            reason={at === total - 1 ? 'This is the last change.' : null}
            onClick={() => go(at + 1)}
          />
        </>
      }
    >
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- handles bubbling keys of the buttons inside */}
      <div onKeyDown={onKeyDown}>
        <p className="section text-text-2">
          Since {isAbsent(since.version) ? 'the version' : `version ${since.version},`} viewed{' '}
          <TimeText at={new Date(since.at).toISOString()} />.{' '}
          {canCompare && (
            <Link
              className="link"
              to={comparePath({
                before: viewedVersionName(flow, isAbsent(since.version) ? null : since.version),
                after: { is: 'flow', key: flow },
              })}
            >
              Compare in full
            </Link>
          )}
        </p>
        <ul aria-label="Changes">
          {shown.map((line, index) => (
            <ChangeLine key={line.key} line={line} isCurrent={index === at} onChoose={() => onChoose(line.node, index)}>
              {line.node !== null && line.kind !== 'removed' && (
                <Link className="link text-xs" to={{ search: nodeQuery(query, line.node) }}>
                  Open<span className="sr-only"> {line.title}</span> on the canvas
                </Link>
              )}
            </ChangeLine>
          ))}
        </ul>
        {!isWhole && total > firstChanges && (
          <button type="button" className="link m-4 cursor-pointer" onClick={() => setExpanded(true)}>
            Show {(total - firstChanges).toLocaleString()} more
          </button>
        )}
      </div>
    </Panel>
  )
}
