import { FlaskConical, Plus, Upload } from 'lucide-react'
import { useExtension, useMe, useWriteReason } from '#api/query/me.ts'
import { useApiMutation } from '#api/query/query.ts'
import { sample } from '#contract/sample.ts'
import { ActionError } from '#parts/display/action-error.tsx'
import { EmptyState } from '#ui/feedback/empty-state.tsx'
import { showToast } from '#ui/overlays/toast.tsx'

/** Empty state: import, create, or load the sample. Read-only users see who can do this. */
export function FlowsEmpty({ onImport, onNew }: { onImport: () => void; onNew: () => void }) {
  const hasSample = useExtension('sample')
  const isOwner = useMe()?.role === 'owner'
  const lockedReason = useWriteReason()
  const add = useApiMutation(sample.create)
  const ways = [
    {
      icon: <Upload />,
      title: 'Import files',
      words: 'Drop templates anywhere here, also those of other products.',
      onChoose: onImport,
    },
    { icon: <Plus />, title: 'Start from nothing', words: 'Name it now, import its nodes later.', onChoose: onNew },
  ]
  const look = {
    icon: <FlaskConical />,
    title: add.isPending ? 'Adding the sample' : 'Look at a sample',
    words: 'About 30 flows, marked as sample, gone with one click.',
    onChoose: () => {
      if (!add.isPending)
        add.mutate({}, { onSuccess: (made) => showToast({ message: `${made.flows} sample flows added` }) })
    },
  }
  return (
    <>
      <EmptyState
        title="No flows yet"
        words={`A flow says what happens when a message, call or event comes in. ${
          lockedReason === null
            ? 'Your flows will be listed here with their runs and what they cost.'
            : 'Flows will be listed here once somebody who may write has made or imported one.'
        }`}
        ways={lockedReason !== null ? [] : hasSample && isOwner ? [...ways, look] : ways}
      />
      {add.error !== null && (
        <div className="mx-auto max-w-[560px] p-5">
          <ActionError title="The sample was not added" error={add.error} />
        </div>
      )}
    </>
  )
}
