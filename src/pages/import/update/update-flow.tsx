import { useQuery } from '@tanstack/react-query'
import { FileBraces } from 'lucide-react'
import { useMemo } from 'react'
import { useSearchParams } from 'react-router'
import { ApiError } from '#api/errors.ts'
import type { ComparedData } from '#flow-data/flow-data.ts'
import type { ReadFlow } from '#flow-data/read-flow.ts'
import { useFlowQuery } from '#flow-data/use-flow-query.ts'
import { openedFile, type OpenedFile } from '#files/opened-files.ts'
import { cutText } from '#lib/text/text.ts'
import { LoadError } from '#parts/display/load-error.tsx'
import type { ComparedSide } from '#parts/compare/compared-side.ts'
import { readCompareView, withCompareView, type CompareView } from '#parts/compare/compare-view.ts'
import { DifferenceChips } from '#parts/compare/difference-chips.tsx'
import { DifferencePanel } from '#parts/compare/difference-panel.tsx'
import { UnionCanvas } from '#parts/compare/union-canvas.tsx'
import { useComparedPosition } from '#parts/compare/use-compared-position.ts'
import { useComparison } from '#parts/compare/use-comparison.ts'
import { usePaste } from '#parts/flows/pasted-files.ts'
import { CanvasLoading, DrawingError } from '#parts/scene/canvas-placeholders.tsx'
import { useImportTemplate } from '#pages/import/preview/use-template.ts'
import { sizeWord } from '#pages/import/rows/row-words.ts'
import { acceptedFiles } from '#pages/import/more-files.tsx'
import { Page } from '#shell/page.tsx'
import { Button } from '#ui/controls/button.tsx'
import { DropZone } from '#ui/files/drop-zone.tsx'
import { pickFiles } from '#ui/files/pick-files.ts'
import { currentSearchParams, flowPath } from '#ui/paths.ts'
import { ChooseUpdateFile } from './choose-update-file.tsx'
import { UpdatePanel, useUpdateDraft, type UpdateDraft } from './update-panel.tsx'
import { useUpdateFile } from './use-update-file.ts'
import { useUpdateTarget, type UpdateTarget } from './use-update-target.ts'
import './update.css'

/** Length of the flow's name in front of the title. */
const maxSection = 40

const offeredKinds = ['added', 'removed', 'changed', 'moved'] as const

interface Review {
  target: ReadFlow
  updateTarget: UpdateTarget
  opened: OpenedFile
  draft: UpdateDraft
  before: ComparedSide
  after: ComparedSide
  compared: ComparedData
  view: CompareView
}

/** Canvas and list of the differences, and the panel with what they mean. */
function Compared({ target, updateTarget, opened, draft, before, after, compared, view }: Review) {
  const [, setQuery] = useSearchParams()
  const place = useComparedPosition(compared, view)
  const facts = useFlowQuery(compared.union, 'update facts', {})
  const onView = (change: Partial<CompareView>) =>
    setQuery(withCompareView(currentSearchParams(), change), { replace: true })
  return (
    <div className="flow-body update">
      <section className="update-compared" aria-label="Comparison">
        <div className="bar update-bar">
          <p className="min-w-0 flex-1 truncate">
            <b className="font-semibold">The file</b>{' '}
            <span className="text-text-2">compared with version {target.head.live_version}, live</span>
          </p>
          <DifferenceChips view={view} comparison={compared.summary} offered={offeredKinds} onView={onView} />
        </div>
        <UnionCanvas {...{ compared, view, before, after, place }} />
        <DifferencePanel {...{ compared, view, place }} className="update-lines" />
      </section>
      {facts !== undefined && (
        <UpdatePanel
          {...{ target, updateTarget, compared, facts, draft }}
          file={opened.file}
          sender={opened.sender}
          fileKey={opened.key}
          flow={opened.flow}
        />
      )}
    </div>
  )
}

/** Opens the file beside the flow, and compares both. */
function UpdateReview({
  target,
  updateTarget,
  opened,
  draft,
}: Pick<Review, 'target' | 'updateTarget' | 'opened' | 'draft'>) {
  const [query] = useSearchParams()
  const view = readCompareView(query)
  const { data: template, error } = useImportTemplate(opened.key, opened.flow)
  const { head, data } = target
  const before = useMemo(
    (): ComparedSide => ({
      is: 'flow',
      name: head.name,
      version: `version ${head.live_version}`,
      data,
      definitions: head,
      hasPositions: head.hasPositions,
    }),
    [head, data],
  )
  const after = useMemo(
    (): ComparedSide | null =>
      template === undefined
        ? null
        : {
            is: 'file',
            name: opened.file,
            version: '',
            data: template.data,
            // Name and description belong to the flow, and stay.
            definitions: {
              ...template.head,
              name: head.name,
              description: head.description,
            },
            hasPositions: template.head.hasPositions,
          },
    [template, opened.file, head],
  )
  const comparison = useComparison(before, after, view)
  const problem = error ?? comparison.error
  if (problem !== null) return <DrawingError problem={problem} />
  if (comparison.comparedData === null || after === null) return <CanvasLoading words="Comparing…" />
  const { comparedData: compared } = comparison
  return <Compared {...{ target, updateTarget, opened, draft, before, after, compared, view }} />
}

/** Update of a flow by a file, with a review of what it changes. The URL names the file, which is in this browser. */
export function UpdateFlow({ id }: { id: string }) {
  const [query, setQuery] = useSearchParams()
  const key = query.get('file')
  const updateTarget = useUpdateTarget(id)
  const draft = useUpdateDraft()
  const { target, error, retry } = updateTarget
  const { data: opened } = useQuery({
    queryKey: ['update file', key],
    queryFn: () => (key === null ? null : openedFile(key)),
    staleTime: Infinity,
    structuralSharing: false,
    networkMode: 'always',
  })
  const { state, read, pick } = useUpdateFile((file) => setQuery({ file }))
  const choose = () => void pickFiles(acceptedFiles).then(read)
  usePaste(read)
  const name = target?.head.name ?? 'Flow'
  const isReviewed = state.is === 'nothing' && opened != null
  return (
    <Page
      title="Update from a file"
      section={cutText(name, maxSection)}
      sectionPath={flowPath(id)}
      back={{ label: 'Back to the flow', path: flowPath(id) }}
      titleAside={
        isReviewed && (
          <span className="flex min-w-0 items-center gap-1.5 text-xs text-text-2 max-lg:hidden">
            <FileBraces className="s flex-none" />
            <span className="cut" title={opened.file}>
              {opened.file}
            </span>
            <span className="flex-none text-text-3">{sizeWord(opened.bytes)}</span>
          </span>
        )
      }
      primary={isReviewed && <Button onClick={choose}>Choose another file</Button>}
      busy={state.is === 'reading'}
    >
      {error !== null ? (
        error instanceof ApiError ? (
          <LoadError what="The flow" error={error} onRetry={retry} />
        ) : (
          <DrawingError problem={error} />
        )
      ) : target === null || opened === undefined ? (
        <CanvasLoading words="Opening the flow…" />
      ) : isReviewed ? (
        <UpdateReview key={opened.key} {...{ target, updateTarget, opened, draft }} />
      ) : (
        <ChooseUpdateFile
          {...{ name, state }}
          isMissing={key !== null && opened === null}
          onChoose={choose}
          onFiles={read}
          onPick={pick}
        />
      )}
      <DropZone words="Drop the file that updates this flow" onFiles={read} />
    </Page>
  )
}
