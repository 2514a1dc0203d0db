/** Status transitions of a flow, for lists, menus and the flow's page. */
import { Archive, ArchiveRestore, CirclePause, CirclePlay, type LucideIcon } from 'lucide-react'
import type { FlowDetail, FlowStatus } from '#contract/flow.ts'
import { noChannelStarts } from '#flow/health/finding-codes.ts'
import { flowHealthPath } from '#ui/paths.ts'
import type { ToastWords } from '#ui/overlays/toast.tsx'

export interface FlowTransition {
  verb: 'activate' | 'pause' | 'archive'
  label: string
  icon: LucideIcon
  /** Text after the name in the toast: “Night desk” is active. */
  doneText: string
}

export const activateTransition: FlowTransition = {
  verb: 'activate',
  label: 'Activate',
  icon: CirclePlay,
  doneText: 'is active',
}
const pause: FlowTransition = { verb: 'pause', label: 'Pause', icon: CirclePause, doneText: 'is paused' }
const archive: FlowTransition = { verb: 'archive', label: 'Archive', icon: Archive, doneText: 'is archived' }

/** Transition from archived to paused. */
const restore: FlowTransition = {
  verb: 'pause',
  label: 'Restore',
  icon: ArchiveRestore,
  doneText: 'is restored and paused',
}

const transitionsByStatus: Record<FlowStatus, readonly FlowTransition[]> = {
  draft: [activateTransition, archive],
  active: [pause, archive],
  paused: [activateTransition, archive],
  archived: [restore, activateTransition],
}

/** One transition per verb, for a selection of flows with different statuses. */
export const allFlowTransitions: readonly FlowTransition[] = [activateTransition, pause, archive]

/** The transitions that a status allows, most likely first; none for an unknown status. */
export const flowTransitions = (status: FlowStatus): readonly FlowTransition[] =>
  Object.hasOwn(transitionsByStatus, status) ? transitionsByStatus[status] : []

/** Toast after a transition. If an active flow has a trigger without a channel, it says so and links to Health. */
export function transitionToast(
  { doneText }: Pick<FlowTransition, 'doneText'>,
  flow: Pick<FlowDetail, 'id' | 'name' | 'status' | 'validation'>,
): ToastWords {
  const message = `“${flow.name}” ${doneText}`
  if (flow.status !== 'active' || flow.validation.every(({ code }) => code !== noChannelStarts)) return { message }
  return {
    message: `${message}, but one of its triggers has no channel`,
    link: { label: 'Health', to: flowHealthPath(flow.id) },
  }
}
