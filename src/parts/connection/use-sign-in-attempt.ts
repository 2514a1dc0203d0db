import { useEffect, useRef, useState } from 'react'
import type { ProbeTarget } from '#api/request/probe-address.ts'
import type { Verdict } from './answer-words.ts'
import { trySignIn } from './try-sign-in.ts'

/** Tries a sign-in before it is kept: what is wrong with the last try, and whether one is under way. */
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
