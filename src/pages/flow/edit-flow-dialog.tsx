import { useState } from 'react'
import { useApiMutation } from '#api/query/query.ts'
import { flow as flowApi, type FlowDetail } from '#contract/flow.ts'
import { ActionError } from '#parts/display/action-error.tsx'
import { FlowConflictDialog, currentOf } from '#parts/flows/flow-conflict-dialog.tsx'
import { flowNameProblem } from '#parts/flows/flow-name.ts'
import { knownVersion } from '#parts/forms/known-version.ts'
import { DialogActions } from '#ui/overlays/dialog-actions.tsx'
import { Dialog } from '#ui/overlays/dialog.tsx'
import { TextArea, TextField } from '#ui/controls/text-field.tsx'

/** Edits name and description of a flow. A failed save keeps the text; a conflict shows both versions. */
export function EditFlowDialog({
  flow,
  onSaved,
  onTheirs,
  onClose,
}: {
  flow: Pick<FlowDetail, 'id' | 'name' | 'description' | 'version'>
  onSaved: (flow: FlowDetail) => void
  /** Called to display another user's version. */
  onTheirs: (version: number) => void
  onClose: () => void
}) {
  const [name, setName] = useState(flow.name)
  const [description, setDescription] = useState(flow.description)
  // The version when editing began: later reads must not hide a conflict.
  const [version] = useState(flow.version)
  const save = useApiMutation(flowApi.rename)
  const wrong = flowNameProblem(name)
  const current = save.error === null ? null : currentOf(save.error)
  const fields = save.error?.fieldErrors ?? {}
  const submit = (expected: number) => {
    if (wrong !== null || save.isPending) return
    if (name.trim() === flow.name && description === flow.description) onClose()
    else
      save.mutate(
        { id: flow.id, body: { name: name.trim(), description, version: knownVersion(expected) } },
        {
          onSuccess: (answer) => {
            onSaved(answer)
            onClose()
          },
        },
      )
  }
  return (
    <>
      <Dialog
        title="Name and description"
        onClose={onClose}
        onSubmit={() => submit(version)}
        actions={<DialogActions onCancel={onClose} submitLabel="Save flow" busy={save.isPending} />}
      >
        <TextField
          label="Name"
          value={name}
          onValue={setName}
          error={wrong ?? fields['name']?.join(' ')}
          autoComplete="off"
          data-autofocus
        />
        <TextArea
          label="Description"
          optional
          rows={5}
          value={description}
          onValue={setDescription}
          error={fields['description']?.join(' ')}
        />
        {current === null && (
          <ActionError title="The flow was not saved" error={save.error} shownFields={['name', 'description']} />
        )}
      </Dialog>
      {current !== null && (
        <FlowConflictDialog
          mine={{ name: name.trim(), description, version }}
          theirs={current}
          onClose={() => save.reset()}
          onTheirs={() => {
            onTheirs(current.version)
            onClose()
          }}
          onMine={() => submit(current.version)}
        />
      )}
    </>
  )
}
