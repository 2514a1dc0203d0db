import { useQuery } from '@tanstack/react-query'
import { download } from '#api/request/client.ts'
import type { ApiError } from '#api/errors.ts'
import { flow as flowApi } from '#contract/flow.ts'
import { keyOf } from '#contract/kernel/endpoint.ts'
import { useExportFlow } from '#parts/flows/use-export-flow.ts'
import { ActionError } from '#parts/display/action-error.tsx'
import { downloadFileName } from '#parts/flows/file-names.ts'
import { LoadError } from '#parts/display/load-error.tsx'
import { EmptyState } from '#ui/feedback/empty-state.tsx'
import { saveFile } from '#ui/files/save-file.ts'
import { SkeletonRows } from '#ui/feedback/skeleton.tsx'
import { FileText } from './file-text.tsx'
import type { TabProps } from '#pages/flow/flow-tabs.tsx'

/** The file as exported, byte for byte. The service creates it, so that a large flow does not block the page. */
function useTemplateFile(id: string, version: number) {
  return useQuery<Blob, ApiError>({
    queryKey: [...keyOf(flowApi.export, { id }), version],
    queryFn: async ({ signal }) => (await download(flowApi.export, { id }, { signal })).blob,
  })
}

function File({ open: { flow, isDeleted }, file }: { open: TabProps['open']; file: Blob }) {
  const saving = useExportFlow()
  // If the flow was deleted, the loaded file is saved.
  const save = () => (isDeleted ? saveFile(file, downloadFileName(flow.name)) : saving.mutate(flow))
  return (
    <>
      <FileText name={flow.name} file={file} busy={saving.isPending} onDownload={save} />
      <ActionError title="The file was not downloaded" error={isDeleted ? null : saving.error} />
    </>
  )
}

/** The whole flow as a file: search, copy and download. Secrets are references in it. */
export function JsonTab({ open }: TabProps) {
  const file = useTemplateFile(open.flow.id, open.flow.version)
  if (file.data !== undefined) return <File open={open} file={file.data} />
  if (open.isDeleted)
    return (
      <EmptyState
        quiet
        title="No file available"
        words="The service can no longer create this file. The canvas shows the last version read."
        actions={[]}
      />
    )
  if (file.error === null) return <SkeletonRows />
  return <LoadError what="The file of this flow" error={file.error} onRetry={() => void file.refetch()} />
}
