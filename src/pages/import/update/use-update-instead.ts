import { useNavigate } from 'react-router'
import { useExtension, useWriteReason } from '#api/query/me.ts'
import { flowReleases } from '#contract/kernel/extensions.ts'
import type { FileFlow } from '#files/file-result.ts'
import { openFileFlow } from '#files/opened-files.ts'
import { flowUpdatePath } from '#ui/paths.ts'

/** Opens the update of a flow with a file of the import; null if the service or the user cannot update flows. */
export function useUpdateInstead(file: string, flow: FileFlow): ((id: string) => void) | null {
  const navigate = useNavigate()
  const hasReleases = useExtension(flowReleases)
  const lockedReason = useWriteReason()
  if (!hasReleases || lockedReason !== null || flow.isPartial) return null
  return (id) => void openFileFlow(flow, { file }).then((key) => void navigate(flowUpdatePath(id, key)))
}
