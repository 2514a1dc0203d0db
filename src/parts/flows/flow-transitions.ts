/** What can be done with the life of a flow, by its status: one table for lists, menus and the flow's own page. */
import { Archive, ArchiveRestore, CirclePause, CirclePlay, type LucideIcon } from 'lucide-react'
import type { FlowDetail, FlowStatus } from '#contract/flow.ts'
import { noChannelStarts } from '#flow/health/finding-codes.ts'
import { flowHealthPath } from '#ui/paths.ts'
import type { ToastWords } from '#ui/overlays/toast.tsx'

export interface FlowTransition {
  verb: 'activate' | 'pause' | 'archive'
  label: string
  icon: LucideIcon
  /** What was done, for a toast behind the name: “Night desk” is active. */
  done: string
}

const activate: FlowTransition = { verb: 'activate', label: 'Activate', icon: CirclePlay, done: 'is active' }
const pause: FlowTransition = { verb: 'pause', label: 'Pause', icon: CirclePause, done: 'is paused' }
const archive: FlowTransition = { verb: 'archive', label: 'Archive', icon: Archive, done: 'is archived' }

/** Back from the archive, at rest. */
const restore: FlowTransition = {
  verb: 'pause',
  label: 'Restore',
  icon: ArchiveRestore,
  done: 'is restored and paused',
}

const moves: Record<FlowStatus, readonly FlowTransition[]> = {
  draft: [activate, archive],
  active: [pause, archive],
  paused: [activate, archive],
  archived: [restore, activate],
}

/** Every move there is: what can be asked of flows of any status. */
export const allFlowTransitions: readonly FlowTransition[] = [activate, pause, archive]

/** The likeliest move first. A status that nobody here knows allows none. */
export const flowTransitions = (status: FlowStatus): readonly FlowTransition[] =>
  Object.hasOwn(moves, status) ? moves[status] : []

/** What is said when a flow has moved; of one that is active now also that something else is still to be done, and where that is told. */
export function transitionToast(
  { done }: Pick<FlowTransition, 'done'>,
  flow: Pick<FlowDetail, 'id' | 'name' | 'status' | 'validation'>,
): ToastWords {
  const message = `“${flow.name}” ${done}`
  if (flow.status !== 'active' || flow.validation.every(({ code }) => code !== noChannelStarts)) return { message }
  return {
    message: `${message}, but one of its triggers has no channel`,
    link: { label: 'Health', to: flowHealthPath(flow.id) },
  }
}
