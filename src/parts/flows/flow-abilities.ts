import { useExtension, useMissingEndpoints } from '#api/query/me.ts'
import type { FlowTransition } from './flow-transitions.ts'

/** What the service can do with a flow. What it cannot do is not shown; whether the user may is another question. */
export interface FlowAbilities {
  canRename: boolean
  canTag: boolean
  canDuplicate: boolean
  canExport: boolean
  canDelete: boolean
  /** Runs can be started by hand. */
  canRun: boolean
  canActivate: boolean
  /** The status changes that the service offers, of those that a status allows. */
  offered: (moves: readonly FlowTransition[]) => readonly FlowTransition[]
}

export function useFlowAbilities(): FlowAbilities {
  const missing = useMissingEndpoints()
  const hasLife = useExtension('flow_life')
  const hasRun = useExtension('flow_run')
  const has = (name: string): boolean => !missing.includes(`flow.${name}`)
  return {
    canRename: has('rename'),
    canTag: hasLife && has('tag'),
    canDuplicate: hasLife && has('duplicate'),
    canExport: has('export'),
    canDelete: has('remove'),
    canRun: hasRun && !missing.includes('run.start'),
    canActivate: hasLife && has('activate'),
    offered: (moves) => (hasLife ? moves.filter(({ verb }) => has(verb)) : []),
  }
}
