import { CircleCheck, RadioTower, Sparkles } from 'lucide-react'
import { useEffect } from 'react'
import { KindTile } from '#canvas/cards/kind-tile.tsx'
import { sensibleChoices, type StepChoices, type StepGroup } from '#flow/choices/step-choices.ts'
import type { ChosenSteps } from '#flow-data/worker/choose-steps.ts'
import { noChannelStarts } from '#flow/health/finding-codes.ts'
import { runningSteps } from '#flow/health/verdict.ts'
import { count } from '#lib/count.ts'
import type { AccountKeys } from '#pages/import/review/missing-needs.ts'
import { ReviewItem } from '#pages/import/review/review-item.tsx'
import { StepGroupsItem } from './step-groups-item.tsx'

/** Maximum messages about one requirement. */
const maxMessages = 5

const requirements = [
  {
    code: 'missing_model',
    icon: Sparkles,
    title: (steps: number) => count(steps, 'step needs a model', 'steps need a model'),
    remedy: '',
  },
  {
    code: noChannelStarts,
    icon: RadioTower,
    title: (steps: number) => count(steps, 'trigger needs a channel', 'triggers need a channel'),
    remedy: 'Create a channel in the Health tab of the flow after the import.',
  },
]

/** Steps that need a model or a channel, which are added elsewhere. */
function RequirementItems({ steps, onNode }: { steps: ChosenSteps; onNode: (id: string) => void }) {
  return requirements.map(({ code, icon, title, remedy }) => {
    const found = steps.findings.filter((finding) => finding.code === code)
    if (found.length === 0) return null
    return (
      <ReviewItem key={code} icon={icon} tone="warn" title={title(found.length)}>
        <ul className="grid gap-0.5 text-text-2">
          {found.slice(0, maxMessages).map(({ node_id: node, message }) => (
            <li key={node}>
              {message}{' '}
              {node !== undefined && (
                <button type="button" className="link cursor-pointer" onClick={() => onNode(node)}>
                  Show
                </button>
              )}
            </li>
          ))}
          {found.length > maxMessages && <li>and {count(found.length - maxMessages, 'more step')}</li>}
        </ul>
        {remedy !== '' && <p className="text-text-2">{remedy}</p>}
      </ReviewItem>
    )
  })
}

/** The steps that run as they are in the file, by kind. */
function RunningItem({ steps: { before, running } }: { steps: ChosenSteps }) {
  if (runningSteps(before) === 0) return null
  return (
    <ReviewItem icon={CircleCheck} tone="ok" title="Steps that can run here">
      <ul className="flex flex-wrap gap-x-4 gap-y-1.5">
        {running.map(({ kind, count: steps }) => (
          <li key={kind.label} className="flex items-center gap-2 text-text-2">
            <KindTile kind={kind} />
            {steps.toLocaleString()} {kind.label}
          </li>
        ))}
      </ul>
    </ReviewItem>
  )
}

const noChoices: StepChoices = {}

/** What happens to the steps of a flow: those of another product with their choices, those that need something. */
export function ReviewSteps({
  steps,
  choices,
  account,
  accountFailed,
  lockedReason,
  canChoose,
  isOpen,
  onChoices,
  onCreate,
  onNode,
  onShow,
}: {
  steps: ChosenSteps
  /** Null until they are shown. */
  choices: StepChoices | null
  account: AccountKeys | null
  accountFailed: boolean
  lockedReason: string | null
  /** Whether the service accepts a changed file. */
  canChoose: boolean
  /** Whether the flow has not been sent yet. */
  isOpen: boolean
  onChoices: (choices: StepChoices) => void
  /** Creates a tool and chooses it for a group; null if that is not possible. */
  onCreate: ((group: StepGroup) => void) | null
  onNode: (id: string) => void
  onShow: (group: StepGroup) => void
}) {
  const { groups, before } = steps
  const isReady = account !== null || accountFailed
  const isFilledIn = choices !== null || !canChoose || !isOpen
  const shownChoices = isOpen ? choices : (choices ?? noChoices)
  // What is shown is what will be imported.
  useEffect(() => {
    if (isReady && !isFilledIn) onChoices(sensibleChoices(groups, account?.toolList ?? []))
  }, [isReady, isFilledIn, groups, account, onChoices])
  return (
    <>
      {groups.list.length > 0 && shownChoices !== null && canChoose && (
        <StepGroupsItem
          groups={groups}
          verdict={before}
          choices={shownChoices}
          tools={account === null || account.incompleteLists.has('tools') ? null : account.toolList}
          lockedReason={lockedReason}
          onChoices={onChoices}
          onCreate={onCreate}
          onShow={onShow}
        />
      )}
      <RequirementItems steps={steps} onNode={onNode} />
      <RunningItem steps={steps} />
    </>
  )
}
