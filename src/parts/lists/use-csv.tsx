import { useMutation, type UseMutationResult } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import type { ReactElement } from 'react'
import { download } from '#api/request/client.ts'
import type { ApiError } from '#api/errors.ts'
import { useExtension } from '#api/query/me.ts'
import { csvTables, csvType } from '#contract/kernel/extensions.ts'
import type { AnyEndpoint, Input } from '#contract/kernel/endpoint.ts'
import { saveFile } from '#ui/files/save-file.ts'
import { showToast } from '#ui/overlays/toast.tsx'

/** An action for a page's header. */
interface CsvAction {
  label: string
  icon: ReactElement
  note: { words: string; isKnown: boolean } | null
  reason: string | null
  onSelect: () => void
}

/** Downloads a list as CSV, with the filter of its input. `fileName`: used if the service sends none. */
export const useTableDownload = <E extends AnyEndpoint>(
  endpoint: E,
  fileName: string,
): UseMutationResult<void, ApiError, Input<E>> =>
  useMutation<void, ApiError, Input<E>>({
    mutationFn: async (input) => {
      const { blob, filename } = await download(endpoint, input, { accept: csvType })
      saveFile(blob, filename ?? fileName)
    },
  })

/**
 * Page action that downloads the filtered list as CSV; none if the service does not support it.
 * @param fileName used if the service sends none
 * @param rows number of rows, as text; null = unknown
 */
export function useCsv<E extends AnyEndpoint>(
  endpoint: E,
  fileName: string,
  input: Input<E>,
  rows: string | null = null,
): CsvAction[] {
  const hasTables = useExtension(csvTables)
  const make = useTableDownload(endpoint, fileName)
  if (!hasTables) return []
  const action: CsvAction = {
    label: 'CSV',
    icon: <Download />,
    note: rows === null ? null : { words: rows, isKnown: true },
    reason: make.isPending ? 'The CSV file is being created.' : null,
    onSelect: () =>
      make.mutate(input, {
        onError: (error) => showToast({ message: `The CSV file could not be created. ${error.detail}` }),
      }),
  }
  return [action]
}
