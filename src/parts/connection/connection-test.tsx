import { CircleStop, Radar } from 'lucide-react'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { ProbeTarget } from '#api/request/probe-address.ts'
import { Button } from '#ui/controls/button.tsx'
import { answersSummary } from './answer-words.ts'
import { AnswersTable } from './answers-table.tsx'
import { probes, type Probe } from './probes.ts'
import { runConnectionTest, type ConnectionTestResult } from './run-test.ts'

interface State {
  results: readonly ConnectionTestResult[]
  is: 'running' | 'done' | 'stopped'
}

const none: readonly string[] = []
const initialState: State = { results: [], is: 'running' }

/** State of a test that starts when it is mounted and is aborted when it is unmounted. */
function useTest(target: ProbeTarget, tested: readonly Probe[]) {
  const [state, setState] = useState(initialState)
  const [testedTarget, setTestedTarget] = useState(target)
  if (testedTarget !== target) {
    setTestedTarget(target)
    setState(initialState)
  }
  const currentController = useRef<AbortController | null>(null)
  const begin = useCallback(() => {
    const controller = new AbortController()
    currentController.current = controller
    const change = (next: (before: State) => State) => currentController.current === controller && setState(next)
    runConnectionTest(target, tested, controller.signal, (result) =>
      change(({ results }) => ({ results: [...results, result], is: 'running' })),
    ).then(
      () => change(({ results }) => ({ results, is: controller.signal.aborted ? 'stopped' : 'done' })),
      () => null,
    )
  }, [target, tested])
  useEffect(() => {
    begin()
    return () => {
      currentController.current?.abort()
      currentController.current = null
    }
  }, [begin])
  const restart = () => {
    setState(initialState)
    begin()
  }
  return { state, restart, stop: () => currentController.current?.abort() }
}

function statusText({ results, is }: State, total: number): string {
  if (is === 'running') return `${results.length} of ${total} tested …`
  if (is === 'stopped') return `Stopped at endpoint ${results.length} of ${total}.`
  return answersSummary(results)
}

/**
 * Test of a connection: requests each endpoint once and explains the response. Nothing is written. A new `target`
 * object restarts the test.
 */
export function ConnectionTest({
  name,
  target,
  lacks = none,
}: {
  name: string
  target: ProbeTarget
  /** Ids of endpoints that the service is known not to have; they are not requested. */
  lacks?: readonly string[]
}) {
  const tested = useMemo(() => probes.filter(({ endpoint }) => !lacks.includes(endpoint)), [lacks])
  const { state, restart, stop } = useTest(target, tested)
  const isRunning = state.is === 'running'
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Button icon={isRunning ? <CircleStop /> : <Radar />} onClick={isRunning ? stop : restart}>
          {isRunning ? 'Stop test' : 'Test again'}
        </Button>
        <output className="min-w-0 flex-1 text-text-2">{statusText(state, tested.length)}</output>
      </div>
      {state.results.length > 0 && (
        // Open as soon as something fails, since the table has the remedy.
        <details open={state.results.some(({ tone }) => tone === 'bad')}>
          <summary className="cursor-pointer py-2 text-text-2">Responses of the endpoints</summary>
          <AnswersTable label={`Responses of ${name}`} results={state.results} />
        </details>
      )}
    </div>
  )
}
