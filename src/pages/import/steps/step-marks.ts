/** Marks of steps on the canvas: where nothing is chosen yet, and what is wrong or missing. Pure. */
import type { Finding } from '#contract/flow.ts'
import { isOpenGroup, type StepChoices } from '#flow/choices/step-choices.ts'
import type { ChosenSteps } from '#flow-data/worker/choose-steps.ts'

export function stepMarks({ groups, findings }: ChosenSteps, choices: StepChoices | null): Finding[] {
  const open = groups.list.filter((group) => isOpenGroup(choices ?? {}, group))
  return [
    ...open.flatMap(({ ids }) =>
      ids.map((id): Finding => ({ level: 'error', code: 'no_choice', message: 'Nothing is chosen yet.', node_id: id })),
    ),
    ...findings,
  ]
}
