import { useApiMutation } from '#api/query/query.ts'
import { sample } from '#contract/sample.ts'
import { ActionError } from '#parts/display/action-error.tsx'
import { EntryLayout } from '#shell/session/entry-layout.tsx'
import { Button } from '#ui/controls/button.tsx'
import { Steps } from './steps.tsx'

export function SampleStep({ version, onDone }: { version: string | undefined; onDone: () => void }) {
  const add = useApiMutation(sample.create)
  return (
    <EntryLayout
      title="Start with sample data?"
      subtitle="About 30 flows with tools, channels, conversations and four months of runs. Everything is marked as sample and can be removed under Settings, Data."
      steps={<Steps at="sample" />}
      version={version}
      onSubmit={() => add.mutate({}, { onSuccess: onDone })}
    >
      <ActionError title="The sample data was not added" error={add.error} />
      <Button variant="primary" size="md" type="submit" busy={add.isPending}>
        {add.isPending ? 'Adding sample data…' : 'Add sample data'}
      </Button>
      <Button size="md" onClick={onDone}>
        Start empty
      </Button>
    </EntryLayout>
  )
}
