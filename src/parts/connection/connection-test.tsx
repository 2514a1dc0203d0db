import { CircleStop, Radar } from 'lucide-react'
import { useCallback, useEffect, useRef, useState } from 'react'
import type { ProbeTarget } from '#api/request/probe-address.ts'
import { count } from '#lib/count.ts'
import { Button } from '#ui/controls/button.tsx'
import { answersSummary } from './answer-words.ts'
import { AnswersTable } from './answers-table.tsx'
import { probes } from './probes.ts'
import { runConnectionTest, type ConnectionTestResult } from './run-test.ts'

interface State {
  results: readonly ConnectionTestResult[]
  is: 'running' | 'done' | 'stopped'
}

const atFirst: State = { results: [], is: 'running' }

/** State of a test that starts when it is mounted and is aborted when it is unmounted. */
function useTest(target: ProbeTarget) {
  const [state, setState] = useState(atFirst)
  const [asked, setAsked] = useState(target)
  if (asked !== target) {
    setAsked(target)
    setState(atFirst)
  }
  const running = useRef<AbortController | null>(null)
  const begin = useCallback(() => {
    const mine = new AbortController()
    running.current = mine
    const change = (next: (before: State) => State) => running.current === mine && setState(next)
    runConnectionTest(target, mine.signal, (result) =>
      change(({ results }) => ({ results: [...results, result], is: 'running' })),
    ).then(
      () => change(({ results }) => ({ results, is: mine.signal.aborted ? 'stopped' : 'done' })),
      () => null,
    )
  }, [target])
  useEffect(() => {
    begin()
    return () => {
      running.current?.abort()
      running.current = null
    }
  }, [begin])
  const again = () => {
    setState(atFirst)
    begin()
  }
  return { state, again, stop: () => running.current?.abort() }
}

function saidOf({ results, is }: State): string {
  if (is === 'running') return `${results.length} of ${probes.length} tested …`
  if (is === 'stopped') return `Stopped after ${count(results.length, 'response')}.`
  return answersSummary(results)
}

/**
 * Test of a connection: requests each endpoint once and explains its answer. Nothing is written. A new `target` object
 * restarts the test.
 */
export function ConnectionTest({ name, target }: { name: string; target: ProbeTarget }) {
  const { state, again, stop } = useTest(target)
  const isRunning = state.is === 'running'
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Button icon={isRunning ? <CircleStop /> : <Radar />} onClick={isRunning ? stop : again}>
          {isRunning ? 'Stop test' : 'Test again'}
        </Button>
        <output className="min-w-0 flex-1 text-text-2">{saidOf(state)}</output>
      </div>
      {state.results.length > 0 && <AnswersTable label={`Responses of ${name}`} results={state.results} />}
    </div>
  )
}
