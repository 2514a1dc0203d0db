import { ActionError } from '#parts/display/action-error.tsx'
import { SampleProgressBar } from '#parts/sample/sample-progress-bar.tsx'
import { useAddSample } from '#parts/sample/use-add-sample.ts'
import { EntryLayout } from '#shell/session/entry-layout.tsx'
import { Button } from '#ui/controls/button.tsx'
import { Steps } from './steps.tsx'

export function SampleStep({ version, onDone }: { version: string | undefined; onDone: () => void }) {
  const { add, isAdding, progress, error } = useAddSample(onDone)
  return (
    <EntryLayout
      title="Start with sample data?"
      subtitle="About 30 flows with tools, channels, conversations and four months of runs. Everything is marked as sample and can be removed under Settings, Data."
      steps={<Steps at="sample" />}
      version={version}
      onSubmit={add}
    >
      <ActionError title="The sample data was not added" error={error} />
      <Button variant="primary" size="md" type="submit" busy={isAdding}>
        {isAdding ? 'Adding sample data…' : 'Add sample data'}
      </Button>
      {isAdding && <SampleProgressBar progress={progress} />}
      <Button size="md" onClick={onDone}>
        {isAdding ? 'Continue meanwhile' : 'Start empty'}
      </Button>
    </EntryLayout>
  )
}
