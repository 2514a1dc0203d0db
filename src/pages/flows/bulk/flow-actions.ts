/** Actions on flows of the list, loaded shortly after the rows. */
import type { QueryClient } from '@tanstack/react-query'
import { call } from '#api/request/client.ts'
import { flow as flowApi, type FlowDetail, type FlowStatus, type FlowSummary } from '#contract/flow.ts'
import { mergeKnownFields } from '#lib/absent.ts'
import { showToast } from '#ui/overlays/toast.tsx'
import { updateCachedFlow } from '#parts/flows/cached-flows.ts'
import { createdWords, namedCopy } from '#parts/flows/created-id.ts'
import { deletionOf, offerRestore } from '#parts/flows/flow-deletion.ts'
import { refreshFlows } from './selected-flows.ts'
import { changeTags } from '#parts/tags/change-tags.ts'
import type { FlowTransition } from '#parts/flows/flow-transitions.ts'
import { changedTags, tagChangeWords, type TagChange } from '#parts/tags/flow-tags.ts'
import { exportActions, type ExportActions } from '#pages/flows/export/export-actions.ts'
import { objectOf } from './flow-writes.ts'
import { startWork } from './flow-work.ts'
import { scheduleDeletion } from '#parts/flows/pending-deletions.ts'

type Flows = readonly FlowSummary[]
type Step = FlowTransition['verb']

/** Status that is shown while a transition is sent; null = the current one, since the service may refuse. */
const optimisticStatus: Record<Step, FlowStatus | null> = { activate: null, pause: 'paused', archive: 'archived' }

const refetchFlows = (client: QueryClient) => client.invalidateQueries({ queryKey: [flowApi.list.noun] })

/** Actions on one or many flows, with a result for each (flow-work.ts). */
export interface FlowActions extends ExportActions {
  move: (flows: Flows, move: FlowTransition) => void
  tag: (flows: Flows, change: TagChange) => void
  duplicate: (flow: FlowSummary) => void
  /** Schedules the deletion of flows; each can be cancelled for some seconds. */
  remove: (flows: Flows) => void
}

export function flowActions(client: QueryClient): FlowActions {
  const finish = () => refetchFlows(client)
  const cacheSavedFlow = (flow: FlowDetail) => {
    updateCachedFlow(client, flow)
    refreshFlows([flow])
  }
  const remove = (flows: Flows) =>
    void startWork({
      kind: 'delete',
      title: `Delete ${objectOf(flows)}`,
      flows,
      isConcurrent: true,
      createRunner: () => {
        const deleted: FlowSummary[] = []
        return {
          perform: (flow) =>
            new Promise((resolve) => {
              const done = (outcome: 'deleted' | 'kept') => {
                if (outcome === 'deleted') deleted.push(flow)
                resolve(outcome === 'kept' ? 'kept' : undefined)
              }
              scheduleDeletion({ id: flow.id, name: flow.name }, deletionOf(client, flow, done))
            }),
          finish: async () => {
            offerRestore(client, deleted)
            await finish()
          },
        }
      },
    })
  return {
    move: (flows, { verb, label }) =>
      void startWork({
        kind: verb,
        title: `${label} ${objectOf(flows)}`,
        flows,
        optimisticFields: () => {
          const status = optimisticStatus[verb]
          return status === null ? {} : { status }
        },
        createRunner: () => ({
          perform: async (flow, idempotencyKey) =>
            cacheSavedFlow(mergeKnownFields(await call(flowApi[verb], { id: flow.id }, { idempotencyKey }), flow)),
          finish,
        }),
      }),
    tag: (flows, change) =>
      void startWork({
        kind: 'tag',
        title: `${tagChangeWords(change)}: ${objectOf(flows)}`,
        flows,
        optimisticFields: ({ tags }) => ({ tags: changedTags(tags, change) }),
        createRunner: () => ({
          perform: async (flow) => cacheSavedFlow(mergeKnownFields(await changeTags(flow, change), flow)),
          finish,
        }),
      }),
    duplicate: (flow) =>
      void startWork({
        kind: 'duplicate',
        title: `Duplicate ${objectOf([flow])}`,
        flows: [flow],
        createRunner: () => ({
          perform: async ({ id, name }, idempotencyKey) => {
            const since = Date.now()
            const answer = await call(flowApi.duplicate, { id, body: {} }, { idempotencyKey })
            const made = await namedCopy(answer, { id, name }, since)
            showToast({
              message: made.id === '' ? createdWords(name, 'was duplicated') : `“${made.name}” was created as a draft`,
            })
          },
          finish,
        }),
      }),
    remove,
    ...exportActions(remove),
  }
}
