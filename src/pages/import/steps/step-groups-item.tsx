import { CircleSlash } from 'lucide-react'
import { useState } from 'react'
import {
  isOpenGroup,
  keepAll,
  withStepChoice,
  type StepChoices,
  type StepGroup,
  type StepGroups,
} from '#flow/choices/step-choices.ts'
import { onlyElsewhere } from '#flow/health/verdict-words.ts'
import type { Verdict } from '#flow/health/verdict.ts'
import { count } from '#lib/count.ts'
import type { AccountTool } from '#pages/import/review/missing-needs.ts'
import { StepGroupRow } from './step-group-row.tsx'

/** Groups before "Show more". */
const firstGroups = 20
const moreGroups = 100

/** The steps of another product in groups, each with a choice. Groups that had no choice at first come first. */
export function StepGroupsItem({
  groups,
  verdict,
  choices,
  tools,
  lockedReason,
  onChoices,
  onCreate,
  onShow,
}: {
  groups: StepGroups
  /** Of the flow without choices. */
  verdict: Verdict
  choices: StepChoices
  tools: readonly AccountTool[] | null
  lockedReason: string | null
  onChoices: (choices: StepChoices) => void
  /** Creates a tool and chooses it for a group; null if that is not possible. */
  onCreate: ((group: StepGroup) => void) | null
  onShow: (group: StepGroup) => void
}) {
  const [most, setMost] = useState(firstGroups)
  // Rows stay where they are when a choice is made.
  const [openAtFirst] = useState(
    () => new Set(groups.list.filter((group) => isOpenGroup(choices, group)).map(({ key }) => key)),
  )
  const ordered = [
    ...groups.list.filter(({ key }) => openAtFirst.has(key)),
    ...groups.list.filter(({ key }) => !openAtFirst.has(key)),
  ]
  const isAllKept = groups.list.every(({ key }) => choices[key]?.kind === 'keep')
  const rest = ordered.length - most
  // Without their number: the groups count them.
  const title = `Steps that run ${onlyElsewhere(verdict)}`
  return (
    <li className="border-b border-line">
      <div className="flex flex-wrap items-center gap-x-2.5 px-4 pt-2.5">
        <CircleSlash className="text-bad" />
        <h3 className="min-w-0 flex-1 font-semibold">{title}</h3>
        {lockedReason === null && !isAllKept && (
          <button type="button" className="link cursor-pointer" onClick={() => onChoices(keepAll(groups))}>
            Leave all as they are
          </button>
        )}
      </div>
      <ul aria-label={title}>
        {ordered.slice(0, most).map((group) => (
          <StepGroupRow
            key={group.key}
            group={group}
            choices={choices}
            tools={tools}
            lockedReason={lockedReason}
            onChoose={(choice) => onChoices(withStepChoice(choices, group.key, choice))}
            onCreate={onCreate && (() => onCreate(group))}
            onShow={() => onShow(group)}
          />
        ))}
      </ul>
      {rest > 0 && (
        <button type="button" className="link mx-4 mb-3 cursor-pointer" onClick={() => setMost(most + moreGroups)}>
          Show {Math.min(rest, moreGroups).toLocaleString()} more
        </button>
      )}
      {groups.omitted > 0 && rest <= 0 && (
        <p className="px-4 pb-3 text-text-2">
          {count(groups.omitted, 'more group is left as it is', 'more groups are left as they are')}.
        </p>
      )}
    </li>
  )
}
