import { useMutation } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import type { ReactElement } from 'react'
import { download } from '#api/client.ts'
import type { ApiError } from '#api/errors.ts'
import { useExtension } from '#api/me.ts'
import { csvTables, csvType } from '#contract/csv.ts'
import type { AnyEndpoint, Input } from '#contract/kernel.ts'
import { saveFile } from '#ui/save-file.ts'
import { showToast } from '#ui/toast.tsx'

/** As a page takes it for its head. */
interface CsvAction {
  label: string
  icon: ReactElement
  note: { words: string; isKnown: boolean } | null
  reason: string | null
  onSelect: () => void
}

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
  const make = useMutation<void, ApiError>({
    mutationFn: async () => {
      const { blob, filename } = await download(endpoint, input, { accept: csvType })
      saveFile(blob, filename ?? fileName)
    },
    onError: (error) => showToast({ message: `The table was not made. ${error.detail}` }),
  })
  if (!hasTables) return []
  const action: CsvAction = {
    label: 'CSV',
    icon: <Download />,
    note: rows === null ? null : { words: rows, isKnown: true },
    reason: make.isPending ? 'The table is being made.' : null,
    onSelect: () => make.mutate(),
  }
  return [action]
}
