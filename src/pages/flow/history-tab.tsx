import { useCallback, useEffect, useMemo, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { canvasGraph } from '#canvas/canvas-graph.ts'
import { hasPositions } from '#canvas/placement.ts'
import { DiffLayer } from '#canvas/diff-layer.tsx'
import { withChanges } from '#canvas/diff-look.ts'
import { FlowCanvas } from '#canvas/flow-canvas.tsx'
import type { FlowElements } from '#canvas/flow-elements.ts'
import { useChosenNode } from '#canvas/use-chosen-node.ts'
import type { FlowDetail } from '#contract/flow.ts'
import { EmptyState } from '#ui/empty-state.tsx'
import { SkeletonRows } from '#ui/skeleton.tsx'
import './canvas-tab.css'
import { changePicture } from './change-picture.ts'
import { ChangesPanel } from './changes-panel.tsx'
import { tabQuery } from './flow-view.ts'
import type { Difference } from './history-messages.ts'
import type { TabProps } from './tab-content.tsx'
import { useFlowChanges, useSeeChanges, type FlowChanges } from './use-flow-changes.ts'

/** Where there is no difference to show. */
function NoChanges({ changes: { seen, unknown } }: { changes: FlowChanges }) {
  const words =
    unknown === 'refused'
      ? 'This browser keeps nothing for this page, so it cannot be told what changed since the last visit.'
      : unknown === 'too large'
        ? 'The flow is too large to be kept here for a comparison.'
        : seen === null
          ? 'From now on, what changes in this flow between two visits in this browser stands here.'
          : 'The flow is as it was when you last looked at it in this browser.'
  const title = unknown === null && seen !== null ? 'Nothing has changed' : 'Nothing to compare yet'
  return <EmptyState title={title} words={words} ways={[]} />
}

/** The flow with its marks, and the list beside it. */
function Changes({ flow, difference }: { flow: FlowDetail; difference: Difference }) {
  const [query, setQuery] = useSearchParams()
  const navigate = useNavigate()
  const { lines } = difference
  const picture = useMemo(() => changePicture(flow, difference), [flow, difference])
  const graph = useMemo(
    () => canvasGraph({ ...picture, validation: flow.validation }, hasPositions(flow.nodes) ? 'given' : 'laid out'),
    [picture, flow],
  )
  const dress = useCallback((elements: FlowElements) => withChanges(elements, picture.changes), [picture])
  const [key, setKey] = useState<string | null>(null)
  const node = graph.nodes.find((one) => one.node.id === query.get('node'))?.node.id ?? null
  const at = useChosenNode(node)
  const chosen =
    lines.find((line) => line.key === key) ?? lines.find((line) => line.type !== null && line.node === node)
  const choose = (id: string | null, line: string | null) => {
    setKey(line)
    setQuery(
      (before) => {
        const next = new URLSearchParams(before)
        if (id === null) next.delete('node')
        else next.set('node', id)
        return next
      },
      { replace: true },
    )
  }
  return (
    <div className="flow-body flex min-h-0 flex-1">
      <section className="flow-canvas relative min-w-0 flex-1" aria-label="Canvas with changes">
        <FlowCanvas
          id={`changes of ${flow.id}`}
          name={flow.name}
          graph={graph}
          placement="given"
          onPlacement={null}
          open={node}
          onOpen={(id) => choose(id, null)}
          chosen={at.chosen}
          onChoose={at.choose}
          marked={null}
          laid={null}
          onPath={() => null}
          dress={dress}
        >
          <DiffLayer graph={graph} changes={picture.changes} moves={picture.moves} />
        </FlowCanvas>
      </section>
      <ChangesPanel
        lines={lines}
        since={difference.since}
        chosen={chosen?.key ?? null}
        onChoose={(line) => choose(line.node, line.key)}
        onClose={() => void navigate({ search: tabQuery(query, 'canvas') })}
      />
    </div>
  )
}

/** What changed since the flow was last looked at in this browser. Who opens it has looked. */
export function HistoryTab({ open: { flow } }: TabProps) {
  const changes = useFlowChanges(flow)
  const see = useSeeChanges(flow)
  const isThere = changes !== null && changes.difference !== null
  useEffect(() => {
    if (isThere) see()
  }, [isThere, see])
  if (changes === null) return <SkeletonRows />
  if (changes.difference === null) return <NoChanges changes={changes} />
  return <Changes flow={flow} difference={changes.difference} />
}
