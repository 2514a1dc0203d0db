import { useQuery } from '@tanstack/react-query'
import { useState, useEffect, useRef } from 'react'
import { Link } from 'react-router'
import { useExtension } from '#api/query/me.ts'
import { q } from '#api/query/query.ts'
import { run as runApi, type RunDetail, type RunStep } from '#contract/billing.ts'
import { count } from '#lib/count.ts'
import { formatDuration } from '#lib/time/format-time.ts'
import { Cost } from '#parts/display/cost.tsx'
import { readFailureMeaning } from '#parts/display/load-error.tsx'
import { RunStatusBadge } from '#parts/display/status.tsx'
import { runPath } from '#ui/paths.ts'
import { Timeline } from '#ui/feedback/timeline.tsx'
import { isBadStep, runLineSteps } from './run-line-steps.ts'
import type { ThreadRun } from './thread-items.ts'

/** Distance from the viewport at which the steps are requested. */
const margin = '400px'

/** Whether an element has been in or near the viewport; its data is requested only then. */
function useInView<T extends Element>() {
  const element = useRef<T>(null)
  const [wasInView, setWasInView] = useState(false)
  useEffect(() => {
    if (wasInView || element.current === null) return undefined
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some((entry) => entry.isIntersecting)) setWasInView(true)
      },
      { rootMargin: margin },
    )
    observer.observe(element.current)
    return () => observer.disconnect()
  }, [wasInView])
  return { element, wasInView }
}

const isLive = (status: string) => status === 'running' || status === 'waiting' || status === 'queued'

function RunStepItem({ step }: { step: RunStep }) {
  const { status, error, node_name: name, node_id: id } = step
  const look = isBadStep(step) ? 'bad' : isLive(status) ? 'live' : ''
  return (
    <li className={`run-stop ${look}`}>
      <bdi>{name || id}</bdi>
      {error !== null ? (
        <>: {error.message || error.code}</>
      ) : (
        status !== 'succeeded' && (
          <>
            {' '}
            <RunStatusBadge status={status} />
          </>
        )
      )}
    </li>
  )
}

/** Result of a run, after its name: "ran 8.1 s for €0.01792". */
function RunResult({ run, detail, currency }: { run: ThreadRun; detail: RunDetail | undefined; currency: string }) {
  const duration = detail?.duration_ms ?? null
  return (
    <>
      {run.status === 'succeeded' ? 'ran' : <RunStatusBadge status={run.status} />}
      {duration !== null && ` ${formatDuration(duration)}`} {run.status === 'succeeded' ? 'for' : '·'}{' '}
      <Cost amount={run.cost} currency={currency} />
    </>
  )
}

/** A run between the messages, with its steps, which are loaded when the run comes near the viewport. */
export function RunLine({
  run,
  flowName,
  currency,
}: {
  run: ThreadRun
  /** Name of the flow from the conversation, used until the run is loaded. */
  flowName: string | null
  currency: string
}) {
  const hasDetail = useExtension('run_detail')
  const { element, wasInView } = useInView<HTMLOListElement>()
  const [isExpanded, setExpanded] = useState(false)
  const {
    data: detail,
    error,
    refetch,
  } = useQuery({ ...q(runApi.read, { id: run.id }), enabled: hasDetail && wasInView })
  const name = detail?.flow.name ?? flowName ?? 'Run'
  const stepCount = count(detail?.steps.length ?? run.step_count, 'step')
  return (
    <Timeline className="run-line" ref={element} aria-label={`Run of ${name}`}>
      <li className={`run-stop ${isLive(run.status) ? 'live' : ''}`}>
        {hasDetail ? (
          <Link to={runPath(run.id)} className="font-medium text-text hover:underline">
            <bdi>{name}</bdi>
          </Link>
        ) : (
          <bdi className="font-medium text-text">{name}</bdi>
        )}{' '}
        <RunResult run={run} detail={detail} currency={currency} />
        {hasDetail && (
          <>
            {' · '}
            {detail === undefined ? (
              stepCount
            ) : (
              <button
                type="button"
                className="link cursor-pointer"
                aria-expanded={isExpanded}
                onClick={() => setExpanded(!isExpanded)}
              >
                {stepCount}
              </button>
            )}
          </>
        )}
      </li>
      {runLineSteps(detail?.steps ?? [], isExpanded).map((step) => (
        <RunStepItem key={step.seq} step={step} />
      ))}
      {error !== null && detail === undefined && (
        <li className="run-stop none text-bad">
          The steps could not be loaded. {readFailureMeaning(error)}{' '}
          <button type="button" className="link cursor-pointer" onClick={() => void refetch()}>
            Try again
          </button>
        </li>
      )}
    </Timeline>
  )
}
