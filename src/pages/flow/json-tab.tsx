import { useQuery } from '@tanstack/react-query'
import { Copy, Download, Search } from 'lucide-react'
import { useRef } from 'react'
import { download } from '#api/client.ts'
import type { ApiError } from '#api/errors.ts'
import { flow as flowApi } from '#contract/flow.ts'
import { keyOf } from '#contract/kernel.ts'
import { useExportFlow } from '#parts/use-export-flow.ts'
import { ActionError } from '#parts/action-error.tsx'
import { LoadError } from '#parts/load-error.tsx'
import { Button } from '#ui/button.tsx'
import { CodeEditor, type CodeHandle } from '#ui/code-editor.tsx'
import { copyText } from '#ui/copy.ts'
import { SkeletonRows } from '#ui/skeleton.tsx'
import type { TabProps } from './tab-content.tsx'

/** The file as the service writes it: byte for byte what an export gives, made there, so that a large flow does not hold up the page. */
function useTemplateText(id: string, version: number) {
  return useQuery<string, ApiError>({
    queryKey: [...keyOf(flowApi.export, { id }), version],
    queryFn: async ({ signal }) => (await download(flowApi.export, { id }, { signal })).blob.text(),
  })
}

/** The whole flow as its file: to search, copy and take away. Secrets are references in it. */
export function JsonTab({ open: { flow } }: TabProps) {
  const text = useTemplateText(flow.id, flow.version)
  const saving = useExportFlow()
  const editor = useRef<CodeHandle>(null)
  if (text.data === undefined)
    return text.error === null ? (
      <SkeletonRows />
    ) : (
      <LoadError what="The file of this flow" error={text.error} onRetry={() => void text.refetch()} />
    )
  const { data } = text
  return (
    <div className="flex min-h-80 flex-1 flex-col gap-2 px-5 py-3 max-lg:px-4">
      <div className="flex flex-none flex-wrap items-center gap-2">
        <p className="min-w-0 flex-1 basis-60 text-text-2">
          The flow as an export writes it. Secrets stand in it as references, never as values.
        </p>
        <Button icon={<Search />} onClick={() => editor.current?.search()}>
          Search
        </Button>
        <Button icon={<Copy />} onClick={() => copyText(data)}>
          Copy
        </Button>
        <Button icon={<Download />} busy={saving.isPending} onClick={() => saving.mutate(flow)}>
          Download
        </Button>
      </div>
      <ActionError title="The file was not downloaded" error={saving.error} />
      <CodeEditor ref={editor} label={`File of ${flow.name}`} value={data} language="json" readOnly fill />
    </div>
  )
}
