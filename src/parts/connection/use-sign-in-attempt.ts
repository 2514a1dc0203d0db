import { useEffect, useRef, useState } from 'react'
import { type ProbeTarget, probeAddress } from '#api/request/probe-address.ts'
import { type Verdict, explainAnswer } from './answer-words.ts'
import { probes } from './probes.ts'

/** Tests credentials; null if they work, else the error. */
async function testCredentials(target: ProbeTarget, signal: AbortSignal): Promise<Verdict | null> {
  const [probe] = probes
  const path = probe?.pathFor(null) ?? null
  if (probe === undefined || path === null) return null
  const answer = await probeAddress(target, path, signal)
  const isSignedIn = Object.keys(target.headers).length > 0
  const context = { base: target.base, pageOrigin: location.origin, isSignedIn, now: Date.now() }
  const verdict = explainAnswer(answer, { probe, ...context })
  return verdict.tone === 'bad' ? verdict : null
}

/** Tests credentials before they are stored. Returns the error of the last attempt, and whether a test is pending. */
export function useSignInAttempt(): {
  problem: Verdict | null
  isBusy: boolean
  attempt: (target: ProbeTarget, onSuccess: () => void) => void
} {
  const [state, setState] = useState<{ problem: Verdict | null; isBusy: boolean }>({ problem: null, isBusy: false })
  const currentController = useRef<AbortController | null>(null)
  useEffect(() => () => currentController.current?.abort(), [])
  const attempt = async (target: ProbeTarget, onSuccess: () => void) => {
    currentController.current?.abort()
    const controller = new AbortController()
    currentController.current = controller
    setState({ problem: null, isBusy: true })
    const problem = await testCredentials(target, controller.signal)
    if (controller.signal.aborted) return
    setState({ problem, isBusy: false })
    if (problem === null) onSuccess()
  }
  return { ...state, attempt: (target, onSuccess) => void attempt(target, onSuccess) }
}
