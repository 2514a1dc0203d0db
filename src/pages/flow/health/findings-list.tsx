import { CircleCheck } from 'lucide-react'
import type { ReactNode } from 'react'
import type { FlowData } from '#flow-data/flow-data.ts'
import type { FindingGroup } from '#flow-data/questions/ask-findings.ts'
import type { FlowHead } from '#flow-data/model/flow-head.ts'
import { isForeignStepCode } from '#flow/health/finding-codes.ts'
import { isReturned } from '#lib/absent.ts'
import { useFlowQuery } from '#flow-data/use-flow-query.ts'
import { FindingSection, firstPlaces } from './finding-section.tsx'

/** A group without the findings about steps of another product; empty if it has no others. */
function withoutForeignSteps(group: FindingGroup): FindingGroup[] {
  const codes = group.codes.filter(({ code }) => !isForeignStepCode(code))
  return codes.length === 0 ? [] : [{ ...group, codes, count: codes.reduce((sum, { count }) => sum + count, 0) }]
}

/** Findings of a flow, most urgent first, with further content above the notes. */
export function FindingsList({
  flow,
  data,
  good,
  hasAdvice = true,
  steps,
  remedies,
  children,
}: {
  flow: Pick<FlowHead, 'validation'>
  data: FlowData
  /** Text if there are no findings; null = none. */
  good: string | null
  /** Whether the remedy is shown; false if the flow can no longer be changed. */
  hasAdvice?: boolean
  /** The steps of another product, in place of their findings. */
  steps?: ReactNode
  /** Controls that solve findings, by their code. */
  remedies?: Readonly<Record<string, ReactNode>>
  children?: ReactNode
}) {
  const groups = useFlowQuery(data, 'findings', { most: firstPlaces })
  // `children` are rendered together with the findings, which would otherwise move them down.
  if (groups === undefined) return null
  const shown = steps === undefined ? groups : groups.flatMap(withoutForeignSteps)
  const section = (group: FindingGroup) => (
    <FindingSection key={group.kind} data={data} group={group} hasAdvice={hasAdvice} remedies={remedies} />
  )
  return (
    <>
      {flow.validation.length === 0 &&
        (isReturned(flow, 'validation') ? (
          good !== null && (
            <p className="flex items-center gap-2 text-text-2">
              <CircleCheck className="text-ok" />
              {good}
            </p>
          )
        ) : (
          <p className="text-text-2">The service does not say whether the flow can run.</p>
        ))}
      {shown.filter(({ kind }) => kind !== 'note').map(section)}
      {steps}
      {children}
      {shown.filter(({ kind }) => kind === 'note').map(section)}
    </>
  )
}
