import { useMutation, type UseMutationResult } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import type { ReactElement } from 'react'
import { download } from '#api/request/client.ts'
import type { ApiError } from '#api/errors.ts'
import { useExtension } from '#api/query/me.ts'
import { csvTables, csvType } from '#contract/kernel/csv.ts'
import type { AnyEndpoint, Input } from '#contract/kernel/kernel.ts'
import { saveFile } from '#ui/files/save-file.ts'
import { showToast } from '#ui/overlays/toast.tsx'

/** As a page takes it for its head. */
interface CsvAction {
  label: string
  icon: ReactElement
  note: { words: string; isKnown: boolean } | null
  reason: string | null
  onSelect: () => void
}

/** Downloads a list as a table, just as its input filters it. `fileName` where the service names none. */
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
 * The action of a page that downloads its list as a table, just as it is filtered; none where the service makes no tables.
 * @param fileName where the service names none
 * @param rows how many there are, in words; null = not known
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
