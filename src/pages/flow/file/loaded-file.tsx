import { Download, FileText, FolderOpen, GitCompare, Trash2, Upload } from 'lucide-react'
import { Suspense, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { formatTitle } from '#flow/formats/format-titles.ts'
import { useProduct } from '#api/query/me.ts'
import { forgetFile } from '#files/opened-files.ts'
import { handleFlowAnswer } from '#flow-data/when-answered.ts'
import { downloadFileName } from '#parts/flows/file-names.ts'
import { handOffFiles } from '#parts/flows/file-handoff.ts'
import { ErrorBoundary } from '#shell/error-boundary.tsx'
import { Page } from '#shell/page.tsx'
import { comparePath, fileFlowPath, paths } from '#ui/paths.ts'
import { Button } from '#ui/controls/button.tsx'
import { saveFile } from '#ui/files/save-file.ts'
import { SkeletonRows } from '#ui/feedback/skeleton.tsx'
import { Badge } from '#ui/feedback/tag.tsx'
import { fileTabContents } from './file-tabs.tsx'
import { allFileTabs } from '#pages/flow/flow-tabs.tsx'
import { FlowTabLinks } from '#pages/flow/flow-tab-bar.tsx'
import { fileTabOf } from '#pages/flow/flow-view.ts'
import { useReloadFile, fileTemplateText, type OpenFileFlow } from './use-file-flow.ts'

/** The page of an opened file: a flow's page without the parts that need a service. */
export function LoadedFile({ file }: { file: OpenFileFlow }) {
  const { storedFile, flow } = file
  const [query] = useSearchParams()
  const navigate = useNavigate()
  const reloadFile = useReloadFile()
  const tab = fileTabOf(query)
  const isForeign = useProduct() !== null
  const Tab = fileTabContents[tab]
  const forget = () =>
    void forgetFile(storedFile.key).then(() => {
      reloadFile(storedFile.key)
      void navigate(paths.flows)
    })
  const { isPartial } = storedFile.flow
  const mark = isPartial ? 'Part of a broken file' : 'File, not imported'
  const [toolSlot, setToolSlot] = useState<HTMLElement | null>(null)
  return (
    <Page
      title={flow.name}
      section="Flows"
      sectionPath={paths.flows}
      titleAside={
        <>
          <Badge tone={isPartial ? 'warn' : 'idle'} icon={<FileText />}>
            {/* On a phone the name of the flow needs the space. */}
            <span className="max-sm:sr-only">{mark}</span>
          </Badge>
          <span className="cut text-xs text-text-3 max-lg:hidden" title={storedFile.file}>
            {storedFile.file} · {formatTitle(storedFile.flow.format)}
          </span>
        </>
      }
      actions={[
        {
          label: 'Save as a template',
          icon: <Download />,
          reason: isPartial ? 'Part of the file is missing. Open a complete file.' : null,
          onSelect: () =>
            handleFlowAnswer(fileTemplateText(file), (text) => saveFile(text, downloadFileName(flow.name))),
        },
      ]}
      // A product gets files as they are, and only the converted flow is stored.
      primary={
        isForeign ? undefined : (
          <Button
            variant="primary"
            icon={<Upload />}
            reason={isPartial ? 'Part of the file is missing. Open a complete file.' : null}
            onClick={() => {
              handOffFiles([new File([storedFile.flow.template], storedFile.file, { type: 'application/json' })])
              void navigate(paths.import)
            }}
          >
            Import…
          </Button>
        )
      }
      more={[
        {
          label: 'Compare with…',
          icon: <GitCompare />,
          onSelect: () => void navigate(comparePath({ before: { is: 'file', key: storedFile.key } })),
        },
        { label: 'Open another file', icon: <FolderOpen />, onSelect: () => void navigate(fileFlowPath()) },
        { label: 'Remove from this browser', icon: <Trash2 />, danger: true, onSelect: forget },
      ]}
    >
      <FlowTabLinks
        tab={tab}
        tabs={allFileTabs}
        facts={{ findings: flow.validation, variables: flow.variables.length }}
        tools={setToolSlot}
      />
      <ErrorBoundary part={tab}>
        <Suspense fallback={<SkeletonRows />}>
          <Tab open={file} toolSlot={toolSlot} />
        </Suspense>
      </ErrorBoundary>
    </Page>
  )
}
