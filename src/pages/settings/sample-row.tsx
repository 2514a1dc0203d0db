import { FlaskConical, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useExtension, useMe } from '#api/query/me.ts'
import { useApiMutation } from '#api/query/query.ts'
import { sample } from '#contract/sample.ts'
import { ActionError } from '#parts/display/action-error.tsx'
import { SampleProgressBar } from '#parts/sample/sample-progress-bar.tsx'
import { useAddSample } from '#parts/sample/use-add-sample.ts'
import { Button } from '#ui/controls/button.tsx'
import { DialogActions } from '#ui/overlays/dialog-actions.tsx'
import { Dialog } from '#ui/overlays/dialog.tsx'
import { showToast } from '#ui/overlays/toast.tsx'
import { SettingsRow } from './settings-section.tsx'

/** Adds or removes the sample workspace. Empty if the service does not support one. */
export function SampleRow() {
  const who = useMe()
  const isSupported = useExtension('sample')
  const { add, isAdding, progress, error } = useAddSample(() => showToast({ message: 'Sample data was added' }))
  const remove = useApiMutation(sample.remove)
  const [isDialogOpen, setDialogOpen] = useState(false)
  if (!isSupported || who === null) return null
  const hasSample = who.account.sample
  const reason = who.role === 'owner' ? null : 'Only an owner can add or remove sample data.'
  return (
    <SettingsRow
      title="Sample workspace"
      words={
        hasSample
          ? 'This account contains flows, tools, channels, conversations and runs marked as sample.'
          : 'About 30 flows with tools, channels, conversations and four months of runs, all marked as sample.'
      }
    >
      <ActionError
        title={hasSample ? 'The sample data was not removed' : 'The sample data was not added'}
        error={hasSample ? remove.error : error}
      />
      {hasSample ? (
        <Button
          variant="danger"
          icon={<Trash2 />}
          reason={reason}
          busy={remove.isPending}
          onClick={() => setDialogOpen(true)}
        >
          {remove.isPending ? 'Removing…' : 'Remove sample data'}
        </Button>
      ) : (
        <Button icon={<FlaskConical />} reason={reason} busy={isAdding} onClick={add}>
          {isAdding ? 'Adding…' : 'Add sample data'}
        </Button>
      )}
      {isAdding && <SampleProgressBar progress={progress} />}
      {isDialogOpen && (
        <Dialog
          title="Remove sample data?"
          onClose={() => setDialogOpen(false)}
          onSubmit={() => {
            setDialogOpen(false)
            remove.mutate({}, { onSuccess: () => showToast({ message: 'Sample data was removed' }) })
          }}
          actions={
            <DialogActions
              cancelLabel="Keep it"
              onCancel={() => setDialogOpen(false)}
              focusCancel
              submitLabel="Remove"
              danger
            />
          }
        >
          <p className="text-text-2">Only data marked as sample is removed. You can add it again.</p>
        </Dialog>
      )}
    </SettingsRow>
  )
}
