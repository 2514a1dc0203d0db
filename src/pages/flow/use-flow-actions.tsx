import { Copy, Download, GitCompare, Pencil, Send, Tags, Trash2, Upload } from 'lucide-react'
import { useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useNavigate } from 'react-router'
import { allConnections } from '#api/connection/connection.ts'
import type { ApiError } from '#api/errors.ts'
import { useExtension, useLacks } from '#api/query/me.ts'
import { q, useApiMutation } from '#api/query/query.ts'
import { flow as flowApi, type FlowDetail } from '#contract/flow.ts'
import { runPlan, type RunPlan } from '#contract/runs/run-plan.ts'
import { mergeKnownFields } from '#lib/absent.ts'
import { useFlowAbilities, type FlowAbilities } from '#parts/flows/flow-abilities.ts'
import { createdWords, namedCopy } from '#parts/flows/created-id.ts'
import { useDeleteFlow } from '#parts/flows/use-delete-flow.ts'
import { useExportFlow } from '#parts/flows/use-export-flow.ts'
import { activateTransition, transitionToast, type FlowTransition } from '#parts/flows/flow-transitions.ts'
import { isNotReady, useFlowTransition } from './use-flow-transition.ts'
import type { PageAction } from '#shell/page.tsx'
import { comparePath, flowPath, flowUpdatePath, importAndComparePath, paths } from '#ui/paths.ts'
import { showToast } from '#ui/overlays/toast.tsx'
import type { OpenFlow } from './use-open-flow.ts'
import { useNextStep } from './use-next-step.tsx'

interface FlowActions {
  actions: PageAction[]
  more: PageAction[]
  primary: ReactNode
  /** Why the last action failed, shown above the tab. */
  failure: { title: string; error: ApiError } | null
  activate: () => void
  /** Why the flow was not activated: shown in the Health tab. */
  activationError: ApiError | null
  /** Clears the refusal, since the flow has changed. */
  clearActivationError: () => void
}

/** The first of several actions that failed; null if none did. */
function failureOf(all: readonly (readonly [string, ApiError | null])[]): FlowActions['failure'] {
  for (const [title, error] of all) if (error !== null) return { title, error }
  return null
}

/** Status transitions of the flow. */
function useStatusTransitions({ flow, applySaved, refetch }: OpenFlow, onActivationRefused: () => void) {
  const moving = useFlowTransition()
  const move = (to: FlowTransition) => {
    const { verb } = to
    const onDone = (answer: FlowDetail) => {
      applySaved(answer)
      const words = transitionToast(to, mergeKnownFields(answer, flow))
      const undo = { seconds: 10, onUndo: () => moving.move('pause', flow.id, applySaved) }
      // A draft cannot become one again.
      const label = flow.status === 'paused' ? {} : { label: 'Pause' }
      showToast(verb === 'activate' && words.link === undefined ? { ...words, undo: { ...undo, ...label } } : words)
    }
    moving.move(verb, flow.id, onDone, (error) => {
      const notReady = isNotReady(error)
      // Findings or status have changed since they were read.
      if (notReady) refetch()
      if (notReady && verb === 'activate') onActivationRefused()
    })
  }
  return { moving, move, isRefused: moving.error !== null && isNotReady(moving.error) && flow.status !== 'active' }
}

/** Whether a run may send or cost something. */
const hasConsequences = ({ cost, messages, requests, flows }: RunPlan): boolean =>
  messages + requests + flows > 0 || cost === null || Number(cost) !== 0

/** The changes of a flow that the service offers. */
const editActions = (
  { canRename, canTag, canDuplicate }: FlowAbilities,
  {
    lockedReason,
    isCopying,
    onEdit,
    onTags,
    onCopy,
  }: { lockedReason: string | null; isCopying: boolean; onEdit: () => void; onTags: () => void; onCopy: () => void },
): PageAction[] => [
  ...(canRename ? [{ label: 'Name and description', icon: <Pencil />, reason: lockedReason, onSelect: onEdit }] : []),
  ...(canTag ? [{ label: 'Tags', icon: <Tags />, reason: lockedReason, onSelect: onTags }] : []),
  ...(canDuplicate
    ? [
        {
          label: 'Duplicate',
          icon: <Copy />,
          reason: lockedReason ?? (isCopying ? 'The flow is being duplicated.' : null),
          onSelect: onCopy,
        },
      ]
    : []),
]

/** The update from a file; without versions, a file becomes another flow. */
function useFileUpdate(id: string, lockedReason: string | null): Pick<FlowActions, 'actions' | 'more'> {
  const navigate = useNavigate()
  const hasReleases = useExtension('releases')
  const cannotImport = useLacks('flow.import')
  if (lockedReason !== null || (cannotImport && !hasReleases)) return { actions: [], more: [] }
  const action: PageAction = {
    label: hasReleases ? 'Update from a file' : 'New flow, then compare',
    icon: <Upload />,
    onSelect: () => void navigate((hasReleases ? flowUpdatePath : importAndComparePath)(id)),
  }
  return hasReleases ? { actions: [action], more: [] } : { actions: [], more: [action] }
}

const exportActions = (
  { canExport }: FlowAbilities,
  note: PageAction['note'],
  reason: string | null,
  onSelect: () => void,
): PageAction[] => (canExport ? [{ label: 'Export', note, icon: <Download />, onSelect, reason }] : [])

/** Sends the flow to another service, if the console has one. */
const sendActions = ({ canExport }: FlowAbilities, reason: string | null, onSelect: () => void): PageAction[] =>
  canExport && allConnections().length > 1 ? [{ label: 'Send to…', icon: <Send />, reason, onSelect }] : []

/** All actions of a flow's header. */
export function useFlowActions({
  open,
  size,
  lockedReason,
  failuresPath,
  onEdit,
  onTags,
  onSend,
  onActivation,
  onFix,
  onRun,
}: {
  open: OpenFlow
  size: PageAction['note']
  lockedReason: string | null
  /** The runs that fail, if more than usual do. */
  failuresPath: string | null
  onEdit: () => void
  onTags: () => void
  onSend: () => void
  /** Asks before the activation of a flow that sends or costs something. */
  onActivation: () => void
  /** Shows what prevents activation. */
  onFix: () => void
  onRun: () => void
}): FlowActions {
  const { flow, isDeleted } = open
  const navigate = useNavigate()
  const abilities = useFlowAbilities()
  const { moving, move, isRefused } = useStatusTransitions(open, onFix)
  const copying = useApiMutation(flowApi.duplicate, (made, _input, since) => namedCopy(made, flow, since))
  const exporting = useExportFlow()
  const update = useFileUpdate(flow.id, lockedReason)
  const onDelete = useDeleteFlow()

  const copy = () =>
    copying.mutate(
      { id: flow.id, body: {} },
      {
        onSuccess: (made) => {
          const isFound = made.id !== ''
          showToast({
            message: isFound ? `“${made.name}” was created as a draft` : createdWords(made.name, 'was duplicated'),
          })
          void navigate(isFound ? flowPath(made.id) : paths.flows)
        },
      },
    )
  const client = useQueryClient()
  const hasPlan = useExtension('flow_run_plan')
  const askBeforeActivation = async () =>
    !hasPlan || client.fetchQuery(q(runPlan.planStart, { id: flow.id })).then(hasConsequences, () => true)
  const activationError = isRefused ? moving.error : null
  const next = useNextStep({
    flow,
    failuresPath,
    activationError,
    lockedReason,
    isMoving: moving.isPending,
    onMove: (to) => {
      if (to.verb === 'activate') void askBeforeActivation().then((asks) => (asks ? onActivation() : move(to)))
      else move(to)
    },
    onRun,
    onFix,
  })
  return {
    actions: [
      ...next.actions,
      ...update.actions,
      ...exportActions(
        abilities,
        size,
        isDeleted ? lockedReason : exporting.isPending ? 'The export is in progress.' : null,
        () => exporting.mutate(flow),
      ),
    ],
    more: [
      ...editActions(abilities, { lockedReason, isCopying: copying.isPending, onEdit, onTags, onCopy: copy }),
      {
        label: 'Compare with…',
        icon: <GitCompare />,
        reason: isDeleted ? lockedReason : null,
        onSelect: () => void navigate(comparePath({ before: { is: 'flow', key: flow.id } })),
      },
      ...sendActions(abilities, isDeleted ? lockedReason : null, onSend),
      ...update.more,
      ...next.more,
      ...(abilities.canDelete
        ? [
            {
              label: 'Delete',
              icon: <Trash2 />,
              danger: true,
              reason: lockedReason,
              onSelect: () => {
                onDelete(flow)
                void navigate(paths.flows)
              },
            },
          ]
        : []),
    ],
    primary: next.primary,
    // Not shown for a deleted flow: the page already says that it was deleted.
    failure: isDeleted
      ? null
      : failureOf([
          ['The flow was not exported', exporting.error],
          ['The flow was not duplicated', copying.error],
          ['The status was not changed', isRefused ? null : moving.error],
        ]),
    activate: () => move(activateTransition),
    activationError,
    clearActivationError: moving.reset,
  }
}
