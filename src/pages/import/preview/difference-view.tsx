import { FileInput, GitCompare } from 'lucide-react'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { ChangeSign } from '#canvas/react/diff-layer.tsx'
import { FlowCanvas } from '#canvas/react/flow-canvas.tsx'
import type { FileFlow } from '#files/file-result.ts'
import { openFileFlow } from '#files/opened-files.ts'
import { LayoutStrip } from '#parts/scene/layout-strip.tsx'
import { failureMeaning } from '#parts/display/load-error.tsx'
import { ScenePlaceholder } from '#parts/scene/scene-placeholder.tsx'
import { useScene } from '#parts/scene/use-scene.ts'
import { ApiError } from '#api/errors.ts'
import { comparePath } from '#ui/paths.ts'
import { Button } from '#ui/controls/button.tsx'
import { EmptyState } from '#ui/feedback/empty-state.tsx'
import { SkeletonRows } from '#ui/feedback/skeleton.tsx'
import { useUpdateInstead } from '#pages/import/update/use-update-instead.ts'
import { useImportDifference, type ImportDifference } from './use-difference.ts'

const kinds = ['added', 'removed', 'changed', 'moved'] as const
const kindWords = { added: 'added', removed: 'removed', changed: 'changed', moved: 'moved only' }
const kindClasses = { added: 'text-ok', removed: 'text-bad', changed: 'text-warn', moved: 'text-diff-moved' }

/** Number of changes by kind, with icons. */
function ChangeCounts({ difference: { compared, version } }: { difference: ImportDifference }) {
  const { counts } = compared.summary
  const shown = kinds.filter((kind) => counts[kind] > 0)
  return (
    <ul className="flex flex-wrap items-center gap-x-3 gap-y-1 text-xs" aria-label="Differences">
      {shown.map((kind) => (
        <li key={kind} className={`flex items-center gap-1 font-medium ${kindClasses[kind]}`}>
          <ChangeSign change={kind} />
          {counts[kind].toLocaleString()} {kindWords[kind]}
        </li>
      ))}
      {shown.length === 0 && <li className="status ok">No differences</li>}
      {version !== undefined && <li className="text-text-3">compared with version {version}, live</li>}
    </ul>
  )
}

function Canvas({ id, name, difference: { compared } }: { id: string; name: string; difference: ImportDifference }) {
  const view = useScene(compared.union, 'given', null)
  const [chosen, choose] = useState<string | null>(null)
  if (view.scene === null) return <ScenePlaceholder view={view} />
  return (
    <>
      <LayoutStrip view={view} isBelow={false} />
      <FlowCanvas
        id={`difference of ${id}`}
        name={name}
        scene={view.scene}
        placement="given"
        open={null}
        onOpen={choose}
        chosen={chosen}
        onChoose={choose}
        marked={null}
        selection={null}
        runOverlay={null}
        onPath={() => null}
        changes={compared.summary.union}
      />
    </>
  )
}

/** The flow of a file compared with the flow of the same name in the account. */
export function DifferenceView({
  id,
  file,
  flow,
  existingFlowId,
}: {
  /** Key of the flow's row. */
  id: string
  file: string
  flow: FileFlow
  /** Id of the flow in the account. */
  existingFlowId: string
}) {
  const { difference, error } = useImportDifference(id, flow, existingFlowId)
  const compareAll = useCompareAll(file, flow, existingFlowId)
  const update = useUpdateInstead(file, flow)
  if (error !== null)
    return (
      <p className="grid flex-1 place-content-center p-6 text-center text-text-2" role="status">
        The flows could not be compared. {error instanceof ApiError ? failureMeaning(error) : error.message}
      </p>
    )
  if (difference === null) return <SkeletonRows />
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <div className="flex flex-none flex-wrap items-center gap-x-4 gap-y-1 border-b border-line px-4 py-1.5">
        <p className="cut min-w-0 flex-1 basis-40" title={flow.name}>
          Compared with <b className="font-semibold">“{flow.name}”</b>
        </p>
        <ChangeCounts difference={difference} />
        <Button icon={<GitCompare />} onClick={compareAll}>
          Compare in full
        </Button>
        {update !== null && (
          <Button icon={<FileInput />} onClick={() => update(existingFlowId)}>
            Update instead
          </Button>
        )}
      </div>
      <div className="flow-canvas relative min-h-0 flex-1">
        <Canvas id={id} name={flow.name} difference={difference} />
      </div>
    </div>
  )
}

/** Opens both flows on the compare page; the file stays in this browser. */
function useCompareAll(file: string, flow: FileFlow, existingFlowId: string | null): () => void {
  const navigate = useNavigate()
  return () =>
    void openFileFlow(flow, { file }).then((key) => {
      const after = { is: 'file', key } as const
      void navigate(
        comparePath(existingFlowId === null ? { after } : { before: { is: 'flow', key: existingFlowId }, after }),
      )
    })
}

/** Empty state if no flow in the account has this name: any other flow can be chosen. */
export function NoExistingFlow({ file, flow }: { file: string; flow: FileFlow }) {
  return (
    <EmptyState
      quiet
      title="No flow with this name"
      words="A flow in a file is compared with the flow of the same name. Choose any other flow to compare."
      actions={[
        {
          icon: <GitCompare />,
          title: 'Choose a flow to compare',
          words: 'The file stays in this browser.',
          onChoose: useCompareAll(file, flow, null),
        },
      ]}
    />
  )
}

/** Strip over the canvas if a flow of this name exists, with the number of changes. */
export function ComparedStrip({
  id,
  flow,
  existingFlowId,
  onShow,
}: {
  id: string
  flow: FileFlow
  existingFlowId: string
  onShow: () => void
}) {
  const { difference } = useImportDifference(id, flow, existingFlowId)
  if (difference === null) return null
  return (
    <div className="import-compared">
      <div className="flex items-start gap-3">
        <b className="cut min-w-0 flex-1 font-semibold" title={flow.name}>
          Compared with “{flow.name}”
        </b>
        <button type="button" className="link flex-none cursor-pointer" onClick={onShow}>
          Show on the canvas
        </button>
      </div>
      <ChangeCounts difference={difference} />
    </div>
  )
}
