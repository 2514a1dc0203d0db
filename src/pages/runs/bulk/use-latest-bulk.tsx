import { useMutation } from '@tanstack/react-query'
import { ListChecks } from 'lucide-react'
import { call } from '#api/request/client.ts'
import type { ApiError } from '#api/errors.ts'
import { useExtension } from '#api/query/me.ts'
import { runWork } from '#contract/run-work.ts'
import type { PageAction } from '#shell/page.tsx'
import { showToast } from '#ui/overlays/toast.tsx'

/** Page action that opens the results of the latest bulk action; none without the extension `run_bulk`. */
export function useLatestBulk(onBulk: (id: string) => void): PageAction[] {
  const hasBulk = useExtension('run_bulk')
  const { mutate, isPending } = useMutation<string | null, ApiError>({
    mutationFn: async () => (await call(runWork.listBulk, { limit: 1 })).results[0]?.id ?? null,
    onSuccess: (id) => {
      if (id === null) showToast({ message: 'No runs were retried or cancelled in bulk in the last 30 days' })
      else onBulk(id)
    },
    onError: ({ detail }) => showToast({ message: `The results could not be loaded. ${detail}` }),
  })
  if (!hasBulk) return []
  const reason = isPending ? 'The results are loading.' : null
  return [{ label: 'Latest bulk results', icon: <ListChecks />, reason, onSelect: () => mutate() }]
}
