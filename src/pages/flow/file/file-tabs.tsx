import { useQuery } from '@tanstack/react-query'
import type { ComponentType } from 'react'
import { useProduct } from '#api/query/me.ts'
import { downloadFileName } from '#parts/flows/file-names.ts'
import { VerdictHead } from '#parts/flows/verdict-head.tsx'
import { DrawingError } from '#parts/scene/canvas-placeholders.tsx'
import { saveFile } from '#ui/files/save-file.ts'
import { SkeletonRows } from '#ui/feedback/skeleton.tsx'
import { fileOrigin } from '#pages/flow/flow-origin.ts'
import { FileMetadataTab } from './file-metadata-tab.tsx'
import { SettingsTab } from '#pages/flow/details/settings-tab.tsx'
import { VariablesTab } from '#pages/flow/details/variables-tab.tsx'
import type { FileTab } from '#pages/flow/flow-tabs.tsx'
import { fileTemplateText, type OpenFileFlow } from './use-file-flow.ts'
import { FileText } from '#pages/flow/details/file-text.tsx'
import { lazyPart } from '#ui/browser/lazy-part.tsx'
import { DefinitionHead } from '#pages/flow/health/definition-head.tsx'
import { FindingsList } from '#pages/flow/health/findings-list.tsx'
import { flowVerdict } from '#flow-data/findings/flow-verdict.ts'
import { StepGroupsSection } from '#pages/flow/health/step-groups-section.tsx'
import { ReadingColumn } from '#pages/flow/reading-column.tsx'

/** Findings of a flow in a file, without those that depend on an account. */
function FileHealthTab({ open: { flow, data } }: { open: OpenFileFlow }) {
  const isForeign = useProduct() !== null
  if (isForeign)
    return (
      <ReadingColumn>
        <DefinitionHead findings={flow.validation} />
        <FindingsList flow={flow} data={data} good={null} />
      </ReadingColumn>
    )
  return (
    <ReadingColumn>
      <VerdictHead verdict={flowVerdict(flow)} />
      <FindingsList
        flow={flow}
        data={data}
        good="No problems found in the file."
        steps={<StepGroupsSection data={data} verdict={flowVerdict(flow)} flow={null} lockedReason={null} />}
      >
        <p className="text-text-2">Required tools, channels and secrets are checked on import.</p>
      </FindingsList>
    </ReadingColumn>
  )
}

interface FileTabProps {
  open: OpenFileFlow
  /** The element in the tab bar for the tab's tools; null until it is mounted. */
  toolSlot: HTMLElement | null
}

const CanvasBody = lazyPart(async () => (await import('#pages/flow/canvas/canvas-body.tsx')).CanvasBody)

const FileCanvasTab = ({ open: { storedFile, flow, data }, toolSlot }: FileTabProps) => (
  <CanvasBody
    flow={flow}
    origin={fileOrigin(storedFile.key)}
    data={data}
    run={null}
    lastViewed={null}
    toolSlot={toolSlot}
  />
)

function FileJsonTab({ open }: FileTabProps) {
  const { flow, data } = open
  const text = useQuery({
    queryKey: ['flow data', data.key, 'file'],
    queryFn: () => fileTemplateText(open),
    staleTime: Infinity,
    retry: false,
    structuralSharing: false,
    networkMode: 'always',
  })
  if (text.error !== null) return <DrawingError problem={text.error} />
  const file = text.data
  if (file === undefined) return <SkeletonRows />
  return <FileText name={flow.name} file={file} onDownload={() => saveFile(file, downloadFileName(flow.name))} />
}

/** The tabs of a file, without those that need a service (runs, history, bindings). */
export const fileTabContents: Readonly<Record<FileTab, ComponentType<FileTabProps>>> = {
  canvas: FileCanvasTab,
  health: FileHealthTab,
  metadata: FileMetadataTab,
  variables: VariablesTab,
  settings: SettingsTab,
  json: FileJsonTab,
}
