/** Status transitions of a flow: one table for lists, menus and the flow's page. */
import { Archive, ArchiveRestore, CirclePause, CirclePlay, type LucideIcon } from 'lucide-react'
import type { FlowDetail, FlowStatus } from '#contract/flow.ts'
import { noChannelStarts } from '#flow/health/finding-codes.ts'
import { flowHealthPath } from '#ui/paths.ts'
import type { ToastWords } from '#ui/overlays/toast.tsx'

export interface FlowTransition {
  verb: 'activate' | 'pause' | 'archive'
  label: string
  icon: LucideIcon
  /** What was done, for a toast after the name: “Night desk” is active. */
  done: string
}

const activate: FlowTransition = { verb: 'activate', label: 'Activate', icon: CirclePlay, done: 'is active' }
const pause: FlowTransition = { verb: 'pause', label: 'Pause', icon: CirclePause, done: 'is paused' }
const archive: FlowTransition = { verb: 'archive', label: 'Archive', icon: Archive, done: 'is archived' }

/** From archived to paused. */
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

/** All transitions: for flows of any status. */
export const allFlowTransitions: readonly FlowTransition[] = [activate, pause, archive]

/** Most likely transition first. An unknown status allows none. */
export const flowTransitions = (status: FlowStatus): readonly FlowTransition[] =>
  Object.hasOwn(moves, status) ? moves[status] : []

/** Toast for a transition; for an active flow also what remains to be done, with a link to it. */
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
