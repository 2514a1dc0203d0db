import { useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { useApiMutation } from '#api/query/query.ts'
import { flow as flowApi } from '#contract/flow.ts'
import { ActionError } from '#parts/display/action-error.tsx'
import { createdWords, namedFlow } from '#parts/flows/created-id.ts'
import { flowNameProblem } from '#parts/flows/flow-name.ts'
import { flowPath, paths } from '#ui/paths.ts'
import { DialogActions } from '#ui/overlays/dialog-actions.tsx'
import { Dialog } from '#ui/overlays/dialog.tsx'
import { TextArea, TextField } from '#ui/controls/text-field.tsx'
import { showToast } from '#ui/overlays/toast.tsx'

/** Creates a flow with name and description, and opens its page. */
export function NewFlowDialog({ onClose }: { onClose: () => void }) {
  const [name, setName] = useState('')
  const [description, setDescription] = useState('')
  const [wasSubmitted, setSubmitted] = useState(false)
  const navigate = useNavigate()
  const create = useApiMutation(flowApi.create, namedFlow)
  const wrong = wasSubmitted ? flowNameProblem(name) : null
  const fields = create.error?.fieldErrors ?? {}
  const submit = () => {
    setSubmitted(true)
    if (flowNameProblem(name) !== null || create.isPending) return
    create.mutate(
      { body: { name: name.trim(), description } },
      {
        onSuccess: (made) => {
          if (made.id !== '') return void navigate(flowPath(made.id))
          showToast({ message: createdWords(made.name, 'was created') })
          onClose()
        },
      },
    )
  }
  return (
    <Dialog
      title="New flow"
      onClose={onClose}
      onSubmit={submit}
      actions={<DialogActions onCancel={onClose} submitLabel="Create flow" busy={create.isPending} />}
    >
      <p className="text-text-2">
        An empty flow has no nodes. Nodes come from a file:{' '}
        <Link className="link" to={paths.import}>
          import a flow
        </Link>{' '}
        instead to start with nodes.
      </p>
      <TextField
        label="Name"
        value={name}
        onValue={setName}
        onBlur={() => setSubmitted(name !== '')}
        error={wrong ?? fields['name']?.join(' ')}
        autoComplete="off"
        data-autofocus
      />
      <TextArea
        label="Description"
        optional
        value={description}
        onValue={setDescription}
        error={fields['description']?.join(' ')}
        hint="What the flow does."
      />
      <ActionError title="The flow was not created" error={create.error} shownFields={['name', 'description']} />
    </Dialog>
  )
}
