import { Play, Wrench } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { useProduct } from '#api/query/me.ts'
import { blockingCount } from '#flow/health/findings.ts'
import { count } from '#lib/count.ts'
import { findingsWith } from '#parts/flows/activation-findings.ts'
import { useFlowAbilities } from '#parts/flows/flow-abilities.ts'
import { flowTransitions, type FlowTransition } from '#parts/flows/flow-transitions.ts'
import { nextStep } from '#parts/flows/next-step.ts'
import type { ApiError } from '#api/errors.ts'
import type { PageAction } from '#shell/page.tsx'
import { Button } from '#ui/controls/button.tsx'
import type { FlowHead } from '#flow-data/model/flow-head.ts'

interface NextStepActions {
  primary: ReactNode
  actions: PageAction[]
  more: PageAction[]
}

/**
 * The primary button of a flow's header: the next sensible step. The other runs and status changes are further actions,
 * or in the menu.
 */
export function useNextStep({
  flow,
  failuresPath,
  activationError,
  lockedReason,
  isMoving,
  onMove,
  onRun,
  onFix,
}: {
  flow: FlowHead
  /** The runs that fail, if more than usual do; null if not, or unknown. */
  failuresPath: string | null
  activationError: ApiError | null
  lockedReason: string | null
  isMoving: boolean
  onMove: (to: FlowTransition) => void
  onRun: () => void
  onFix: () => void
}): NextStepActions {
  const { canActivate, canRun: hasRun, offered } = useFlowAbilities()
  const isForeign = useProduct() !== null
  const findings = findingsWith(activationError, flow.validation) ?? flow.validation
  // A product decides by its own rules whether a flow can be activated.
  const problems = isForeign ? 0 : blockingCount(findings)
  const next = nextStep(flow, { problems, isFailing: failuresPath !== null, hasLife: canActivate, hasRun })
  const moves = offered(flowTransitions(flow.status))
  const activation = moves.find(({ verb }) => verb === 'activate')
  // Without a next step, the most likely change of the status.
  const first = next === 'activate' ? activation : next === null ? moves[0] : undefined
  const runWords = flow.status === 'active' ? 'Run…' : 'Run a test'
  const fixWords = `Fix ${count(problems, 'problem')}`
  const isBlocked = !isForeign && blockingCount(flow.validation) > 0
  const variant = lockedReason === null && next !== 'run' ? 'primary' : 'default'
  const moving = isMoving ? 'The change is in progress.' : null
  const actionOf = (move: FlowTransition): PageAction => ({
    label: move.label,
    icon: <move.icon />,
    reason:
      lockedReason ?? moving ?? (move === activation && next === 'fix' && isBlocked ? `${fixWords} first.` : null),
    onSelect: () => onMove(move),
  })
  const others = moves.filter((move) => move !== first)
  // In the header only if it can be pressed.
  const beside = others.filter((move) => move === activation && flow.status === 'draft' && !isBlocked)
  return {
    actions: [
      ...(hasRun && flow.status !== 'archived' && next !== 'test' && next !== 'run'
        ? [{ label: runWords, icon: <Play />, reason: lockedReason, onSelect: onRun }]
        : []),
      ...beside.map(actionOf),
    ],
    more: others.filter((move) => !beside.includes(move)).map(actionOf),
    primary:
      first !== undefined ? (
        <Button
          variant={first === activation ? variant : 'default'}
          icon={<first.icon />}
          reason={lockedReason}
          busy={isMoving}
          onClick={() => onMove(first)}
        >
          {first.label}
        </Button>
      ) : next === 'fix' ? (
        <Button variant={variant} icon={<Wrench />} onClick={onFix}>
          {fixWords}
        </Button>
      ) : failuresPath !== null && next === 'review' ? (
        <Link className="btn primary" to={failuresPath}>
          Review runs
        </Link>
      ) : next === null ? null : (
        <Button variant={variant} icon={<Play />} reason={lockedReason} onClick={onRun}>
          {runWords}
        </Button>
      ),
  }
}
