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
      title="Begin with a sample?"
      under="About 30 flows with tools, channels, conversations and four months of runs. Everything of it is marked as sample and goes with one press in Settings."
      above={<Steps at="sample" />}
      version={version}
      onSubmit={() => add.mutate({}, { onSuccess: onDone })}
    >
      <ActionError title="The sample was not added." error={add.error} />
      <Button look="primary" size="md" type="submit" busy={add.isPending}>
        {add.isPending ? 'Adding the sample…' : 'Add the sample workspace'}
      </Button>
      <Button size="md" onClick={onDone}>
        Begin empty
      </Button>
    </EntryLayout>
  )
}
