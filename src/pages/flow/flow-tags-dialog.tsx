import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { ApiError } from '#api/errors.ts'
import { flow as flowApi, type FlowDetail } from '#contract/flow.ts'
import { changeTags } from '#parts/tags/change-tags.ts'
import type { TagChange } from '#parts/tags/flow-tags.ts'
import { TagsDialog } from '#parts/tags/tags-dialog.tsx'

/** Edits the tags of the open flow. A failed save keeps the choice. */
export function FlowTagsDialog({
  flow,
  onSaved,
  onClose,
}: {
  flow: Pick<FlowDetail, 'id' | 'name' | 'tags' | 'version'>
  onSaved: (flow: FlowDetail) => void
  onClose: () => void
}) {
  const client = useQueryClient()
  const save = useMutation<FlowDetail, ApiError, TagChange>({
    mutationFn: (change) => changeTags(flow, change),
    onSuccess: (answer) => {
      onSaved(answer)
      onClose()
      for (const noun of flowApi.tag.changes) void client.invalidateQueries({ queryKey: [noun] })
    },
  })
  return <TagsDialog flows={[flow]} busy={save.isPending} error={save.error} onClose={onClose} onSave={save.mutate} />
}
