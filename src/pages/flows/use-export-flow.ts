import { useMutation } from '@tanstack/react-query'
import { download } from '#api/client.ts'
import type { ApiError } from '#api/errors.ts'
import { flow as flowApi } from '#contract/flow.ts'
import { saveFile } from '#ui/save-file.ts'

/** A name that every file system takes. */
const fileNameOf = (name: string): string => `${name.replace(/[^\p{L}\p{N} ._-]+/gu, ' ').trim() || 'flow'}.flow.json`

/** Downloads a flow as a template file, byte for byte as the service made it. */
export function useExportFlow() {
  return useMutation<void, ApiError, { id: string; name: string }>({
    mutationFn: async ({ id, name }) => {
      const { blob, filename } = await download(flowApi.export, { id })
      saveFile(blob, filename ?? fileNameOf(name))
    },
  })
}
