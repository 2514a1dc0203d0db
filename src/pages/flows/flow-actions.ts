/** What is done to flows, and how: loaded with the first thing that is done. */
import type { QueryClient } from '@tanstack/react-query'
import { call, download } from '#api/client.ts'
import { flow as flowApi, type FlowDetail, type FlowStatus, type FlowSummary } from '#contract/flow.ts'
import { count } from '#lib/count.ts'
import { saveFile } from '#ui/save-file.ts'
import { showToast } from '#ui/toast.tsx'
import { showRemoved, showSaved } from '#parts/cached-flows.ts'
import { refreshFlows } from './chosen-flows.ts'
import { fileNameOf, uniqueNames } from '#parts/file-names.ts'
import { changeTags } from '#parts/change-tags.ts'
import type { FlowMove } from '#parts/flow-moves.ts'
import { changedTags, tagChangeWords, type TagChange } from '#parts/flow-tags.ts'
import { startWork, updateWork, wasStopped, type Run } from './flow-work.ts'
import { leave } from '#parts/leaving-flows.ts'

type Flows = readonly FlowSummary[]
type Step = FlowMove['verb']

/** Where each step leads. Activation is not shown before it is granted: the service may find something in its way. */
const shownAfter: Record<Step, FlowStatus | null> = { activate: null, pause: 'paused', archive: 'archived' }

/** “Night desk” or 12 flows. */
const objectOf = (flows: Flows): string => {
  const [first] = flows
  return flows.length === 1 && first !== undefined ? `“${first.name}”` : count(flows.length, 'flow')
}

const rereadFlows = (client: QueryClient) => client.invalidateQueries({ queryKey: [flowApi.list.noun] })

/** Reads flows as files and saves them as one ZIP, with those that could be read; a single one as it is. */
function exportRun(key: string, onSaved: (names: readonly string[]) => void): Run {
  const files: { name: string; blob: Blob }[] = []
  const read: string[] = []
  return {
    perform: async ({ id, name }) => {
      const { blob, filename } = await download(flowApi.export, { id })
      files.push({ name: filename ?? fileNameOf(name), blob })
      read.push(id)
    },
    settle: async () => {
      const [only] = files
      if (only === undefined) return
      const modified = new Date()
      const name = files.length === 1 ? only.name : `flows-${modified.toISOString().slice(0, 10)}.zip`
      updateWork(key, { file: { state: 'packing', name, flows: files.length } })
      try {
        if (files.length === 1) saveFile(only.blob, name)
        else {
          const unique = uniqueNames(files.map((file) => file.name))
          const { zipFiles } = await import('./zip-files.ts')
          const named = files.map(({ blob }, index) => ({ name: unique[index] ?? '', blob }))
          saveFile(await zipFiles({ files: named, modified }), name)
        }
        updateWork(key, { file: { state: 'saved', name, flows: files.length } })
        if (!wasStopped(key)) onSaved(read)
      } catch {
        // The panel says that the ZIP could not be made, and offers to try again.
        updateWork(key, { file: { state: 'failed', name, flows: files.length } })
      }
    },
  }
}

/** What can be done to flows, one or many, with a result for each (flow-work.ts). */
export interface FlowActions {
  move: (flows: Flows, move: FlowMove) => void
  tag: (flows: Flows, change: TagChange) => void
  duplicate: (flow: FlowSummary) => void
  /** One file, or one ZIP. */
  exportAll: (flows: Flows) => void
  /** Begins their deletion; each can be kept for some seconds. */
  remove: (flows: Flows) => void
  /** The same for those that an export brought into a file: what could not be read is kept. */
  exportAndRemove: (flows: Flows) => void
}

export function flowActions(client: QueryClient): FlowActions {
  const settle = () => rereadFlows(client)
  const saved = (flow: FlowDetail) => {
    showSaved(client, flow)
    refreshFlows([flow])
  }
  const remove = (flows: Flows) =>
    void startWork({
      kind: 'delete',
      title: `Delete ${objectOf(flows)}`,
      flows,
      atOnce: true,
      begin: () => ({
        perform: ({ id, name }) =>
          new Promise((resolve) => {
            const request = () => call(flowApi.remove, { id }).then(() => showRemoved(client, id))
            leave({ id, name }, request, (outcome) => resolve(outcome === 'kept' ? 'kept' : undefined))
          }),
        settle,
      }),
    })
  return {
    move: (flows, { verb, label }) =>
      void startWork({
        kind: verb,
        title: `${label} ${objectOf(flows)}`,
        flows,
        shows: () => {
          const status = shownAfter[verb]
          return status === null ? {} : { status }
        },
        begin: () => ({
          perform: async ({ id }, idempotencyKey) => saved(await call(flowApi[verb], { id }, { idempotencyKey })),
          settle,
        }),
      }),
    tag: (flows, change) =>
      void startWork({
        kind: 'tag',
        title: `${tagChangeWords(change)}: ${objectOf(flows)}`,
        flows,
        shows: ({ tags }) => ({ tags: changedTags(tags, change) }),
        begin: () => ({
          perform: async (flow) => saved(await changeTags(flow, change)),
          settle,
        }),
      }),
    duplicate: (flow) =>
      void startWork({
        kind: 'duplicate',
        title: `Duplicate ${objectOf([flow])}`,
        flows: [flow],
        begin: () => ({
          perform: async ({ id }, idempotencyKey) => {
            const made = await call(flowApi.duplicate, { id, body: {} }, { idempotencyKey })
            showToast({ message: `“${made.name}” made as a draft` })
          },
          settle,
        }),
      }),
    exportAll: (flows) =>
      void startWork({
        kind: 'export',
        title: `Export ${objectOf(flows)}`,
        flows,
        begin: (key) => exportRun(key, () => {}),
      }),
    remove,
    exportAndRemove: (flows) =>
      void startWork({
        kind: 'export',
        title: `Export ${objectOf(flows)}, then delete`,
        flows,
        begin: (key) => exportRun(key, (read) => remove(flows.filter((flow) => read.includes(flow.id)))),
      }),
  }
}
