import { useQuery } from '@tanstack/react-query'
import { GitCompare } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import type { ChangeMarks as Picture } from '#canvas/model/diff-marks.ts'
import { FlowCanvas } from '#canvas/react/flow-canvas.tsx'
import { useChosenNode } from '#canvas/selection/use-chosen-node.ts'
import { comparePath } from '#ui/paths.ts'
import { EmptyState } from '#ui/feedback/empty-state.tsx'
import { SkeletonRows } from '#ui/feedback/skeleton.tsx'
import '#parts/scene/flow-body.css'
import { ChangesPanel } from './changes-panel.tsx'
import type { ChangesSinceViewed } from '#flow-data/questions/ask-changes.ts'
import type { FlowData } from '#flow-data/flow-data.ts'
import { flowQueryOptions, useFlowQuery } from '#flow-data/use-flow-query.ts'
import { tabQuery } from '#pages/flow/flow-view.ts'
import { ScenePlaceholder } from '#parts/scene/scene-placeholder.tsx'
import type { TabProps } from '#pages/flow/flow-tabs.tsx'
import type { OpenFlow } from '#pages/flow/use-open-flow.ts'
import { useFlowChanges, useMarkChangesViewed, type FlowChanges } from './use-flow-changes.ts'
import { useScene } from '#parts/scene/use-scene.ts'

/** Empty state without changes, with the reason. */
function NoChanges({
  open: { flow, isDeleted },
  changes: { lastViewed: seen, unknownReason: unknown },
}: {
  open: OpenFlow
  changes: FlowChanges
}) {
  const navigate = useNavigate()
  const words =
    unknown === 'refused'
      ? 'Browser storage is unavailable, so changes since your last visit are unknown.'
      : unknown === 'too large'
        ? 'The flow is too large to be stored in this browser for comparison.'
        : seen === null
          ? 'From the next visit on, changes since the last one are listed here. Earlier versions are not kept.'
          : 'Changes since your last visit in this browser are listed here.'
  const title =
    unknown !== null
      ? 'Changes are unknown'
      : seen === null
        ? 'Your first visit in this browser'
        : 'No changes since your last visit'
  return (
    <EmptyState
      quiet
      title={title}
      words={words}
      actions={
        isDeleted
          ? []
          : [
              {
                icon: <GitCompare />,
                title: 'Compare with…',
                words: 'Another flow, a file, or a version that you viewed before.',
                onChoose: () => void navigate(comparePath({ after: { is: 'flow', key: flow.id } })),
              },
            ]
      }
    />
  )
}

/** The flow with its marks, and the list beside it. */
function ChangesView({
  open: { flow, data, isDeleted },
  changes: { viewed, difference },
  picture,
}: {
  open: OpenFlow
  changes: FlowChanges & { difference: ChangesSinceViewed }
  picture: { data: FlowData; changes: Picture }
}) {
  const [query, setQuery] = useSearchParams()
  const navigate = useNavigate()
  const view = useScene(picture.data, 'given', null)
  const { scene } = view
  const [line, setLine] = useState<number | null>(null)
  const nodeParameter = query.get('node')
  const { data: place } = useQuery({
    ...flowQueryOptions(picture.data, 'place', { id: nodeParameter ?? '' }),
    enabled: nodeParameter !== null,
  })
  const node = place === null ? null : nodeParameter
  const at = useChosenNode(node)
  const lineOfNode = useFlowQuery(data, 'change of node', node === null ? null : { of: viewed, node }) ?? -1
  const choose = (id: string | null, chosenLine: number | null) => {
    setLine(chosenLine)
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
        {scene === null ? (
          <ScenePlaceholder view={view} />
        ) : (
          <FlowCanvas
            id={`changes of ${flow.id}`}
            name={flow.name}
            scene={scene}
            placement="given"
            open={node}
            onOpen={(id) => choose(id, null)}
            chosen={at.chosen}
            onChoose={at.choose}
            marked={null}
            selection={null}
            runOverlay={null}
            onPath={() => null}
            changes={picture.changes}
          />
        )}
      </section>
      <ChangesPanel
        flow={flow.id}
        canCompare={!isDeleted}
        data={data}
        viewed={viewed}
        difference={difference}
        at={line ?? lineOfNode}
        onChoose={choose}
        onClose={() => void navigate({ search: tabQuery(query, 'canvas') })}
      />
    </div>
  )
}

/** Changes since the flow was last viewed in this browser. Opening the tab marks them as viewed. */
export function ChangesTab({ open }: TabProps) {
  const { flow, data } = open
  const changes = useFlowChanges(flow, data)
  const difference = changes?.difference ?? null
  const markViewed = useMarkChangesViewed(flow, data)
  const hasDifference = difference !== null
  useEffect(() => {
    if (hasDifference) markViewed()
  }, [hasDifference, markViewed])
  const viewed = changes?.viewed
  const { data: picture } = useQuery({
    queryKey: ['flow data', data.key, 'with changes', viewed],
    queryFn: () => (viewed === undefined ? null : data.withChanges(viewed)),
    enabled: hasDifference && viewed !== undefined,
    staleTime: Infinity,
    structuralSharing: false,
    networkMode: 'always',
  })
  if (changes === null || (difference !== null && picture === undefined)) return <SkeletonRows />
  if (difference === null || picture === undefined || picture === null)
    return <NoChanges open={open} changes={changes} />
  return <ChangesView open={open} changes={{ ...changes, difference }} picture={picture} />
}
