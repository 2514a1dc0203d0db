/** Whether costs are known in front of a product. Filled by the frame, which asks for a sum of runs after the page. */
import { useSyncExternalStore } from 'react'
import { signal } from '#lib/signal.ts'
import { useExtension, useMissingEndpoints } from './me.ts'

/** Whether the sums of runs have costs; null until they are read. */
export const runsHaveCosts = signal<boolean | null>(null)

/** Whether the service knows costs: a balance, or else sums of runs with costs; null while that is not known. */
export function useHasCosts(): boolean | null {
  const missing = useMissingEndpoints()
  const hasDetail = useExtension('run_detail')
  const haveCosts = useSyncExternalStore(runsHaveCosts.subscribe, runsHaveCosts.get)
  if (!missing.includes('balance.read')) return true
  return hasDetail && !missing.includes('run.summary') ? haveCosts : false
}
