/** Opens the review of an import with a copy of a flow, where its steps can be changed. */
import { useMutation } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { download } from '#api/request/client.ts'
import type { ApiError } from '#api/errors.ts'
import { flow as flowApi } from '#contract/flow.ts'
import { maxName } from '#contract/kernel/limits.ts'
import { cutText } from '#lib/text/text.ts'
import { paths } from '#ui/paths.ts'
import { handOffFiles } from './file-handoff.ts'
import { downloadFileName } from './file-names.ts'

const suffix = ' (copy)'

const copyName = (name: string): string => `${cutText(name, maxName - suffix.length)}${suffix}`

export function useCopyToImport() {
  const navigate = useNavigate()
  return useMutation<void, ApiError, { id: string; name: string }>({
    mutationFn: async ({ id, name }) => {
      const { blob, filename } = await download(flowApi.export, { id })
      handOffFiles([new File([blob], filename ?? downloadFileName(name), { type: 'application/json' })], copyName(name))
    },
    onSuccess: () => void navigate(paths.import),
  })
}
