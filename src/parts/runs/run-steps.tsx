import { useState } from 'react'
import { KindTile, tileOfType } from '#canvas/cards/kind-tile.tsx'
import type { RunDetail, RunStep } from '#contract/billing.ts'
import { isAbsent } from '#lib/absent.ts'
import { formatDuration } from '#lib/time/format-time.ts'
import { useProduct } from '#api/query/me.ts'
import { Cost } from '#parts/display/cost.tsx'
import { JsonBlock } from '#parts/display/json-block.tsx'
import './run-steps.css'
import { noStepsText } from './run-advice.ts'
import { noReason } from './run-reason.ts'
import { RunStatusBadge } from '#parts/display/status.tsx'
import { UntilText } from '#parts/display/time.tsx'

/** Name of the default output, which is not shown. */
const defaultHandle = 'out'
/** Number of digits beyond the cent, since costs of steps are exact. */
const costRoom = 4

/** Marks of a step: attempt number, reused from an earlier run, time until which it waits. */
export const StepMarks = ({ step }: { step: RunStep }) => (
  <>
    {step.attempt > 1 && <span>attempt {step.attempt}</span>}
    {step.is_reused === true && <span>reused at no cost</span>}
    {step.status === 'waiting' && step.wake_at != null && (
      <span>
        <UntilText at={step.wake_at} />
      </span>
    )}
  </>
)

/** Input and output of a step, rendered when the user opens them. */
function StepData({ step }: { step: RunStep }) {
  const [isOpen, setOpen] = useState(false)
  if (step.input == null && step.output == null) return null
  return (
    <details className="about block!" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className="link w-fit cursor-pointer">
        Input and output<span className="sr-only"> of {step.node_name || step.node_id}</span>
      </summary>
      {isOpen && (
        <div className="mt-1 mb-2 grid gap-2 text-text">
          <JsonBlock title="Input" value={step.input} />
          <JsonBlock title="Output" value={step.output} />
        </div>
      )}
    </details>
  )
}

function Step({ step, currency, runMessage }: { step: RunStep; currency: string; runMessage: string | null }) {
  const { handle, error } = step
  // A product need not know what a step costs.
  const hasCost = useProduct() === null || !isAbsent(step.cost)
  return (
    <li>
      <KindTile kind={tileOfType(step.node_type)} isLabelled />
      <span className="min-w-0 font-medium wrap-anywhere" dir="auto">
        {step.node_name || step.node_id}
      </span>
      <span className="text-right">
        {hasCost && <Cost amount={step.cost} currency={currency} reservedDigits={costRoom} />}
      </span>
      <span className="about">
        <RunStatusBadge status={step.status} />
        {!isAbsent(step.duration_ms) && <span>{formatDuration(step.duration_ms)}</span>}
        <StepMarks step={step} />
        {handle && handle !== defaultHandle && <span>→ {handle}</span>}
      </span>
      {error !== null && error.message !== runMessage && (
        <span className="about text-bad wrap-anywhere">{error.message || noReason}</span>
      )}
      <StepData step={step} />
    </li>
  )
}

/** The steps of a run, in order. */
export function RunSteps({ run }: { run: RunDetail }) {
  const { steps, currency } = run
  return (
    <section className="section">
      <h3>
        Steps <span className="n">{steps.length.toLocaleString()}</span>
      </h3>
      {steps.length === 0 ? (
        <p className="text-text-2">{noStepsText(run)}</p>
      ) : (
        <ol className="run-steps">
          {steps.map((step) => (
            // The step does not repeat the error message of the run.
            <Step key={step.seq} step={step} currency={currency} runMessage={run.error?.message ?? null} />
          ))}
        </ol>
      )}
    </section>
  )
}
