import { Plus } from 'lucide-react'
import { useMemo } from 'react'
import { Link } from 'react-router'
import { useExtension, useMe, useProduct } from '#api/query/me.ts'
import type { ApiError } from '#api/errors.ts'
import type { Finding } from '#contract/flow.ts'
import type { FlowData } from '#flow-data/flow-data.ts'
import type { FlowHead } from '#flow-data/model/flow-head.ts'
import { flowVerdict } from '#flow-data/findings/flow-verdict.ts'
import { noChannelStarts } from '#flow/health/finding-codes.ts'
import { blockingCount, findingCounts } from '#flow/health/findings.ts'
import { verdictAdvice, type Verdict } from '#flow/health/verdict.ts'
import { isReturned } from '#lib/absent.ts'
import { count } from '#lib/count.ts'
import { ActionError } from '#parts/display/action-error.tsx'
import { findingsWith } from '#parts/flows/activation-findings.ts'
import { VerdictHead } from '#parts/flows/verdict-head.tsx'
import { newChannelPath } from '#ui/paths.ts'
import { Note } from '#ui/feedback/note.tsx'
import { BindingsSection } from './bindings.tsx'
import { StepGroupsSection } from './step-groups-section.tsx'
import { DefinitionHead } from './definition-head.tsx'
import { FindingsList } from './findings-list.tsx'
import { LiveProblems } from './live-problems.tsx'
import { ReadingColumn } from '#pages/flow/reading-column.tsx'
import type { TabProps } from '#pages/flow/flow-tabs.tsx'

/** The known findings with those of the failed activation; null if the activation returned no findings. */
function useRefusal(flow: FlowHead, data: FlowData, refused: ApiError | null) {
  return useMemo(() => {
    const validation = findingsWith(refused, flow.validation)
    return validation && { validation, data: data.withFindings(validation) }
  }, [flow, data, refused])
}

/** Text if there are no findings, beyond what the verdict says. Some problems are only found on activation. */
const nothingFound = (flow: FlowHead, isDeleted: boolean, refused: ApiError | null): string | null => {
  if (isDeleted || flow.status === 'active') return null
  if (refused !== null) return 'No other problems found.'
  return 'Activating the flow also checks its schedules, code and expressions.'
}

const NewChannelLink = ({ flow }: { flow: string }) => (
  <Link className="btn" to={newChannelPath(flow, null)}>
    <Plus /> New channel
  </Link>
)

/** Controls that solve findings, by their code. */
function useRemedies(flow: string, isChangeable: boolean) {
  const makesChannels = useExtension('channel_edit') && isChangeable
  return makesChannels ? { [noChannelStarts]: <NewChannelLink flow={flow} /> } : {}
}

function ForeignSteps({ flow, ...rest }: Parameters<typeof StepGroupsSection>[0]) {
  // Other services may accept only unchanged files.
  const who = useMe()
  const makesCopies = who !== null && who.product === undefined
  return <StepGroupsSection flow={makesCopies ? flow : null} {...rest} />
}

/** How many problems keep the flow from being activated, and what to do. */
const Advice = ({ flow, verdict, problems }: { flow: FlowHead; verdict: Verdict; problems: number }) =>
  problems > 0 && (
    <p className="text-text-2">
      {count(problems, 'problem')} to fix. {flow.status !== 'active' && verdictAdvice(verdict)}
    </p>
  )

/** How far the flow runs in this account; in front of another product, what its definition says. */
function Head({
  flow,
  verdict,
  findings,
  isDeleted,
}: {
  flow: FlowHead
  verdict: Verdict
  findings: readonly Finding[]
  isDeleted: boolean
}) {
  const isForeign = useProduct() !== null
  if (isForeign) return <DefinitionHead findings={findings} />
  return (
    <VerdictHead verdict={verdict}>
      {!isDeleted && <Advice flow={flow} verdict={verdict} problems={blockingCount(findings)} />}
    </VerdictHead>
  )
}

/** What is wrong with a flow now, its findings with their meaning, and its requirements in this account. */
export function HealthTab({ open, lockedReason, activationError }: TabProps) {
  const { flow, data, isDeleted: gone } = open
  const isForeign = useProduct() !== null
  const remedies = useRemedies(flow.id, lockedReason === null && !gone)
  const refusal = useRefusal(flow, data, activationError)
  const verdict = flowVerdict(flow, refusal?.validation)
  const hasErrors = findingCounts(refusal?.validation ?? []).error > 0
  return (
    <ReadingColumn>
      {!gone && <LiveProblems flow={flow} />}
      {isReturned(flow, 'validation') && (
        <Head flow={flow} verdict={verdict} findings={refusal?.validation ?? flow.validation} isDeleted={gone} />
      )}
      {activationError !== null &&
        !gone &&
        (refusal === null ? (
          <ActionError title="The flow was not activated" error={activationError} />
        ) : (
          <Note tone={hasErrors ? 'bad' : 'info'} title="The flow was not activated" isAnnounced />
        ))}
      <FindingsList
        flow={refusal ?? flow}
        data={refusal?.data ?? data}
        good={isForeign ? null : nothingFound(flow, gone, activationError)}
        hasAdvice={!gone}
        remedies={remedies}
        steps={<ForeignSteps data={data} verdict={verdict} flow={gone ? null : flow} lockedReason={lockedReason} />}
      >
        {isReturned(flow, 'bindings') && <BindingsSection open={open} lockedReason={lockedReason} />}
      </FindingsList>
    </ReadingColumn>
  )
}
