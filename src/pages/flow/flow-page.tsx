import { useQuery } from '@tanstack/react-query'
import { Download, Pencil, Trash2 } from 'lucide-react'
import { useMemo, useState } from 'react'
import { useNavigate, useParams, useSearchParams } from 'react-router'
import { useWriteReason } from '#api/me.ts'
import { q } from '#api/query.ts'
import { canvasGraph, hasPositions, type Placement } from '#canvas/canvas-graph.ts'
import { FlowCanvas } from '#canvas/flow-canvas.tsx'
import { flow as flowApi, type FlowDetail } from '#contract/flow.ts'
import { ActionError } from '#parts/action-error.tsx'
import { LoadError } from '#parts/load-error.tsx'
import { FlowStatus } from '#parts/status.tsx'
import { Time } from '#parts/time.tsx'
import { Page } from '#shell/page.tsx'
import { paths } from '#src/paths.ts'
import { IconButton } from '#ui/button.tsx'
import { Delayed } from '#ui/skeleton.tsx'
import { EditFlowDialog } from './edit-flow-dialog.tsx'
import { exportSize } from './export-size.ts'
import { FlowSummaryBar } from './flow-summary-bar.tsx'
import { NoNodes } from './no-nodes.tsx'
import { NodePanel } from './node-panel.tsx'
import { useDeleteFlow } from '#pages/flows/use-delete-flow.ts'
import { useExportFlow } from '#pages/flows/use-export-flow.ts'

/** The open node and the placement, as they stand in the URL. */
function useFlowView(flow: FlowDetail) {
  const [query, setQuery] = useSearchParams()
  const change = (name: string, value: string | null) =>
    setQuery((before) => {
      const next = new URLSearchParams(before)
      if (value === null) next.delete(name)
      else next.set(name, value)
      return next
    })
  const given = hasPositions(flow.nodes)
  const placement: Placement = given && query.get('place') !== 'laid-out' ? 'given' : 'laid out'
  return {
    node: flow.nodes.find((node) => node.id === query.get('node')) ?? null,
    openNode: (id: string | null) => change('node', id),
    placement,
    setPlacement: given ? (next: Placement) => change('place', next === 'given' ? null : 'laid-out') : null,
  }
}

const Loading = () => (
  <Delayed>
    <div className="flex-1 bg-sunken" role="status" aria-label="Loading" />
  </Delayed>
)

function LoadedFlow({ flow, busy }: { flow: FlowDetail; busy: boolean }) {
  const { node, openNode, placement, setPlacement } = useFlowView(flow)
  const [isEditing, setIsEditing] = useState(false)
  const navigate = useNavigate()
  const onDelete = useDeleteFlow()
  const exporting = useExportFlow()
  const lockedReason = useWriteReason()
  const graph = useMemo(() => canvasGraph(flow, placement), [flow, placement])
  const size = useMemo(() => exportSize(flow), [flow])
  return (
    <Page
      title={flow.name}
      section="Flows"
      sectionPath={paths.flows}
      busy={busy}
      beside={
        <>
          <IconButton label="Rename" icon={<Pencil />} reason={lockedReason} onClick={() => setIsEditing(true)} />
          <span className="max-sm:hidden">
            <FlowStatus status={flow.status} boxed />
          </span>
          <span className="flex-none text-xs text-text-3 max-lg:hidden">
            Version {flow.version} · changed <Time at={flow.updated_at} />
          </span>
        </>
      }
      actions={[
        {
          label: size === null ? 'Export' : `Export · ${size}`,
          icon: <Download />,
          onSelect: () => exporting.mutate(flow),
          reason: exporting.isPending ? 'The file is on its way.' : null,
        },
        {
          label: 'Delete',
          icon: <Trash2 />,
          reason: lockedReason,
          onSelect: () => {
            onDelete(flow)
            void navigate(paths.flows)
          },
        },
      ]}
    >
      {exporting.error !== null && (
        <div className="px-5 py-2 max-lg:px-4">
          <ActionError title="The flow was not exported" error={exporting.error} />
        </div>
      )}
      <FlowSummaryBar flow={flow} onJump={openNode} />
      <div className="flow-body flex min-h-0 flex-1">
        {flow.nodes.length === 0 ? (
          <NoNodes />
        ) : (
          <section className="flow-canvas min-w-0 flex-1" aria-label="Canvas">
            <FlowCanvas
              name={flow.name}
              graph={graph}
              placement={placement}
              onPlacement={setPlacement}
              open={node?.id ?? null}
              onOpen={openNode}
            />
          </section>
        )}
        {node !== null && <NodePanel flow={flow} node={node} onJump={openNode} onClose={() => openNode(null)} />}
      </div>
      {isEditing && <EditFlowDialog flow={flow} onClose={() => setIsEditing(false)} />}
    </Page>
  )
}

/** One flow on its canvas. The URL holds the open node. */
export function FlowPage() {
  const { id = '' } = useParams()
  const flow = useQuery(q(flowApi.read, { id }))
  if (flow.data !== undefined) return <LoadedFlow key={id} flow={flow.data} busy={flow.isFetching} />
  return (
    <Page title="Flow" section="Flows" sectionPath={paths.flows}>
      {flow.error === null ? (
        <Loading />
      ) : (
        <LoadError what="This flow" error={flow.error} onRetry={() => void flow.refetch()} />
      )}
    </Page>
  )
}
