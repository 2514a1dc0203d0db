import { useMutation, useQueryClient } from '@tanstack/react-query'
import { download } from '#api/request/client.ts'
import type { ApiError } from '#api/errors.ts'
import { flow as flowApi } from '#contract/flow.ts'
import { saveFile } from '#ui/files/save-file.ts'
import { downloadFileName } from './file-names.ts'

/** Downloads a flow as a template file, exactly as the service returns it. */
export function useExportFlow() {
  const client = useQueryClient()
  return useMutation<void, ApiError, { id: string; name: string }>({
    mutationFn: async ({ id, name }) => {
      const { blob, filename } = await download(flowApi.export, { id })
      saveFile(blob, filename ?? downloadFileName(name))
    },
    onError: ({ status }) => {
      // The flow may have been deleted, so pages that show it refetch it.
      if (status === 404) void client.invalidateQueries({ queryKey: [flowApi.read.noun] })
    },
  })
}
