import { CircleX } from 'lucide-react'
import type { RunDetail, RunStep } from '#contract/billing.ts'
import { isAbsent } from '#lib/absent.ts'
import { formatDuration } from '#lib/time/format-time.ts'
import { Cost } from '#parts/display/cost.tsx'
import { JsonBlock } from '#parts/display/json-block.tsx'
import { adviceForCode } from '#parts/runs/run-advice.ts'
import { StepMarks } from '#parts/runs/run-steps.tsx'
import { RunStatusBadge } from '#parts/display/status.tsx'

/** Digits beyond the cent, since costs of steps are exact. */
const costRoom = 4
/** Maximum earlier steps that are listed, latest first: a loop may run a node a hundred times. */
const maxSteps = 10

function Attempt({ step, currency }: { step: RunStep; currency: string }) {
  const { error } = step
  const advice = error === null ? null : adviceForCode(error.code)
  return (
    <li className="grid gap-1.5">
      <p className="flex flex-wrap items-center gap-x-2">
        <RunStatusBadge status={step.status} />
        {!isAbsent(step.duration_ms) && <span>{formatDuration(step.duration_ms)}</span>}
        <span className="ml-auto">
          <Cost amount={step.cost} currency={currency} reservedDigits={costRoom} />
        </span>
      </p>
      <p className="flex flex-wrap gap-x-2 text-xs text-text-3 empty:hidden">
        <StepMarks step={step} />
      </p>
      {error !== null && (
        <div className="flex gap-2">
          <CircleX className="mt-0.5 text-bad" />
          <p className="min-w-0 wrap-anywhere">
            {error.message || error.code}
            {advice !== null && <span className="text-text-2"> {advice}</span>}
          </p>
        </div>
      )}
      <JsonBlock title="Input" value={step.input} />
      <JsonBlock title="Output" value={step.output} />
    </li>
  )
}

/** Steps of the overlaid run at one node: attempts, latest first, with input and output. */
export function NodeRun({ run, node }: { run: RunDetail; node: string }) {
  const steps = run.steps.filter((step) => step.node_id === node).toSorted((a, b) => b.seq - a.seq)
  const [first, ...others] = steps
  return (
    <section className="section" aria-label="In this run">
      <h3>In this run {steps.length > 1 && <span className="n">{steps.length.toLocaleString()} attempts</span>}</h3>
      {first === undefined ? (
        <p className="text-text-2">The run did not reach this node.</p>
      ) : (
        <ul className="grid gap-3">
          <Attempt step={first} currency={run.currency} />
        </ul>
      )}
      {others.length > 0 && (
        <details className="mt-3">
          <summary className="link w-fit cursor-pointer">Earlier attempts</summary>
          <ul className="mt-2 grid gap-3">
            {others.slice(0, maxSteps).map((step) => (
              <Attempt key={step.seq} step={step} currency={run.currency} />
            ))}
          </ul>
          {others.length > maxSteps && (
            <p className="mt-2 text-text-3">{(others.length - maxSteps).toLocaleString()} more in the run’s details.</p>
          )}
        </details>
      )}
    </section>
  )
}
