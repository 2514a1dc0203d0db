import { useEffect, useRef, useState } from 'react'
import { type ProbeTarget, probeAddress } from '#api/request/probe-address.ts'
import { type Verdict, explainAnswer } from './answer-words.ts'
import { probes } from './probes.ts'

/** Tests credentials; null if they work, else the error. */
async function trySignIn(target: ProbeTarget, signal: AbortSignal): Promise<Verdict | null> {
  const [probe] = probes
  const path = probe?.pathFor(null) ?? null
  if (probe === undefined || path === null) return null
  const answer = await probeAddress(target, path, signal)
  const isSignedIn = Object.keys(target.headers).length > 0
  const about = { base: target.base, here: location.origin, isSignedIn, now: Date.now() }
  const verdict = explainAnswer(answer, { probe, ...about })
  return verdict.tone === 'bad' ? verdict : null
}

/** Tests credentials before they are stored. Returns the error of the last attempt, and whether one is pending. */
export function useSignInAttempt(): {
  problem: Verdict | null
  isBusy: boolean
  attempt: (target: ProbeTarget, onIn: () => void) => void
} {
  const [state, setState] = useState<{ problem: Verdict | null; isBusy: boolean }>({ problem: null, isBusy: false })
  const running = useRef<AbortController | null>(null)
  useEffect(() => () => running.current?.abort(), [])
  const attempt = async (target: ProbeTarget, onIn: () => void) => {
    running.current?.abort()
    const mine = new AbortController()
    running.current = mine
    setState({ problem: null, isBusy: true })
    const problem = await trySignIn(target, mine.signal)
    if (mine.signal.aborted) return
    setState({ problem, isBusy: false })
    if (problem === null) onIn()
  }
  return { ...state, attempt: (target, onIn) => void attempt(target, onIn) }
}
