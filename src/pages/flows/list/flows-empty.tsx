import { FlaskConical, Plus, Upload } from 'lucide-react'
import { useExtension, useMe, useProduct, useWriteReason } from '#api/query/me.ts'
import { ActionError } from '#parts/display/action-error.tsx'
import { SampleProgressBar } from '#parts/sample/sample-progress-bar.tsx'
import { useAddSample } from '#parts/sample/use-add-sample.ts'
import { EmptyState } from '#ui/feedback/empty-state.tsx'
import { showToast } from '#ui/overlays/toast.tsx'

/** Empty state: import files, create a flow, or load the sample. Read-only users see who can do this. */
export function FlowsEmpty({
  onImport,
  onNew,
}: {
  /** Null = the service cannot do this. */
  onImport: (() => void) | null
  onNew: (() => void) | null
}) {
  const hasSample = useExtension('sample')
  const isOwner = useMe()?.role === 'owner'
  const lockedReason = useWriteReason()
  const { add, isAdding, progress, error } = useAddSample(() => showToast({ message: 'Sample data was added' }))
  const product = useProduct()
  const ways = [
    ...(onImport === null
      ? []
      : [
          {
            icon: <Upload />,
            title: 'Import files',
            words: `Drop ${product === null ? 'flow files' : `files of ${product.title}`} anywhere on this page${product === null ? ', including files from other products' : ''}.`,
            onChoose: onImport,
          },
        ]),
    ...(onNew === null
      ? []
      : [
          {
            icon: <Plus />,
            title: 'Create an empty flow',
            words: 'Only a name and a description. Nodes come from a file.',
            onChoose: onNew,
          },
        ]),
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
        words={
          product === null
            ? `A flow defines what happens when a message, call or event arrives. ${
                lockedReason === null
                  ? 'Your flows are listed here with their runs and cost.'
                  : 'Flows are listed here once someone with write access creates or imports one.'
              }`
            : `The flows of ${product.title} are listed here.`
        }
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
