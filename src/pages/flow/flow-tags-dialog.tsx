import { useApiMutation } from '#api/query.ts'
import { flow as flowApi, type FlowDetail } from '#contract/flow.ts'
import { TagsDialog } from '#parts/tags-dialog.tsx'

/** The tags of one flow. */
export function FlowTagsDialog({
  flow,
  onSaved,
  onClose,
}: {
  flow: FlowDetail
  onSaved: (flow: FlowDetail) => void
  onClose: () => void
}) {
  const save = useApiMutation(flowApi.tag)
  return (
    <TagsDialog
      title="Tags of this flow"
      tags={flow.tags}
      busy={save.isPending}
      error={save.error}
      onClose={onClose}
      onSave={(tags) =>
        save.mutate(
          { id: flow.id, body: { tags } },
          {
            onSuccess: (answer) => {
              onSaved(answer)
              onClose()
            },
          },
        )
      }
    />
  )
}
