/** Whether somebody is let in: the flows are what every service has. */
import { probeAddress, type ProbeTarget } from '#api/request/probe-address.ts'
import { explainAnswer, type Verdict } from './answer-words.ts'
import { probes } from './probes.ts'

/** Null where it works; else what is wrong. */
export async function trySignIn(target: ProbeTarget, signal: AbortSignal): Promise<Verdict | null> {
  const [probe] = probes
  const path = probe?.pathFor(null) ?? null
  if (probe === undefined || path === null) return null
  const answer = await probeAddress(target, path, signal)
  const isSignedIn = Object.keys(target.headers).length > 0
  const about = { base: target.base, here: location.origin, isSignedIn, now: Date.now() }
  const verdict = explainAnswer(answer, { probe, ...about })
  return verdict.tone === 'bad' ? verdict : null
}
