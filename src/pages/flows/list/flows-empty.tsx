import { FlaskConical, Plus, Upload } from 'lucide-react'
import { useExtension, useMe, useWriteReason } from '#api/query/me.ts'
import { ActionError } from '#parts/display/action-error.tsx'
import { SampleProgressBar } from '#parts/sample/sample-progress-bar.tsx'
import { useAddSample } from '#parts/sample/use-add-sample.ts'
import { EmptyState } from '#ui/feedback/empty-state.tsx'
import { showToast } from '#ui/overlays/toast.tsx'

/** Empty state: import files, create a flow, or load the sample. Read-only users see who can do this. */
export function FlowsEmpty({ onImport, onNew }: { onImport: () => void; onNew: () => void }) {
  const hasSample = useExtension('sample')
  const isOwner = useMe()?.role === 'owner'
  const lockedReason = useWriteReason()
  const { add, isAdding, progress, error } = useAddSample(() => showToast({ message: 'Sample data was added' }))
  const ways = [
    {
      icon: <Upload />,
      title: 'Import files',
      words: 'Drop flow files anywhere on this page, including files from other products.',
      onChoose: onImport,
    },
    {
      icon: <Plus />,
      title: 'Create an empty flow',
      words: 'Only a name and a description. Nodes come from a file.',
      onChoose: onNew,
    },
  ]
  const sampleOption = {
    icon: <FlaskConical />,
    title: isAdding ? 'Adding sample data' : 'Explore sample data',
    words: 'About 30 flows marked as sample. Can be removed in one click.',
    onChoose: () => {
      if (!isAdding) add()
    },
  }
  return (
    <>
      <EmptyState
        title="No flows yet"
        words={`A flow defines what happens when a message, call or event arrives. ${
          lockedReason === null
            ? 'Your flows are listed here with their runs and cost.'
            : 'Flows are listed here once someone with write access creates or imports one.'
        }`}
        actions={lockedReason !== null ? [] : hasSample && isOwner ? [...ways, sampleOption] : ways}
      />
      {isAdding && (
        <div className="mx-auto w-full max-w-[560px] p-5">
          <SampleProgressBar progress={progress} />
        </div>
      )}
      {error !== null && (
        <div className="mx-auto max-w-[560px] p-5">
          <ActionError title="The sample data was not added" error={error} />
        </div>
      )}
    </>
  )
}
