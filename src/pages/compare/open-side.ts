/** Opens one side of a comparison in the worker that holds flows. Loaded when the first side is chosen. */
import type { QueryClient } from '@tanstack/react-query'
import { allConnections } from '#api/connection/connection.ts'
import { readService } from '#api/services/service-request.ts'
import { flow as flowApi } from '#contract/flow.ts'
import { flowReadAt } from '#contract/kernel/early-paths.ts'
import { keyOf } from '#contract/kernel/endpoint.ts'
import { openedFile } from '#files/opened-files.ts'
import { openFlowData, openVersionData, openTemplateData } from '#flow-data/flow-data.ts'
import { readFlowVersion } from '#flow-data/read-flow-version.ts'
import { readFlowData, type ReadFlow } from '#flow-data/read-flow.ts'
import { flowVersionWords, versionWords } from '#parts/forms/known-version.ts'
import { storageScope } from '#parts/storage/storage-scope.ts'
import { viewedVersionIn } from '#ui/paths.ts'
import { SideNotStoredError } from './use-side.ts'
import type { ComparedSide } from '#parts/compare/compared-side.ts'

/** The name of a flow; "Deleted flow" if it cannot be read. */
async function nameOf(client: QueryClient, id: string): Promise<string> {
  const queryKey = keyOf(flowApi.read, { id })
  const known = client.getQueryData<ReadFlow>(queryKey)
  const read = known ?? (await readFlowData(id, undefined, AbortSignal.timeout(30_000)).catch(() => null))
  return read?.head.name ?? 'Deleted flow'
}

/** A flow of the service; `cached` = the previous read. Rejects like `readFlowData`. */
export const readSide = (id: string, cached: ReadFlow | undefined, signal: AbortSignal): Promise<ReadFlow> =>
  readFlowData(id, cached, signal)

/** A flow of another service. Rejects like `readService`; with SideNotStoredError if this console has no such service. */
export async function otherServiceSide(serviceId: string, id: string, signal: AbortSignal): Promise<ComparedSide> {
  const service = allConnections().find((one) => one.id === serviceId)
  if (service === undefined)
    throw new SideNotStoredError('This console has no such service. Choose a flow of another one.')
  const { bytes, refusal } = await readService(service, flowReadAt(id), signal)
  const opened = await openFlowData(bytes, null)
  if (opened.is !== 'flow') throw refusal(opened.is, 'The response of the service contains no flow.')
  const { head, data } = opened
  const words = [service.name, flowVersionWords(head)].filter(Boolean).join(', ')
  return { is: 'flow', name: head.name, version: words, data, definitions: head, hasPositions: head.hasPositions }
}

export async function viewedVersionSide(client: QueryClient, key: string): Promise<ComparedSide> {
  const { flow, version } = viewedVersionIn(key)
  const opened = await openVersionData(await storageScope(client, [flow]), version).catch(() => null)
  if (opened === null)
    throw new SideNotStoredError(
      'Viewed versions are kept in this browser only while there is space. Choose another version.',
    )
  const { head, data } = opened
  const name = await nameOf(client, flow)
  const { hasPositions } = head
  const words = [versionWords(head.version), 'as last viewed'].filter(Boolean).join(', ')
  return { is: 'seen', name, version: words, data, definitions: null, hasPositions }
}

/** A version that the service stores. Rejects with ApiError; with an Error if the response is not JSON. */
export async function flowVersionSide(client: QueryClient, key: string, signal: AbortSignal): Promise<ComparedSide> {
  const { flow, version } = viewedVersionIn(key)
  const [{ head, data }, read] = await Promise.all([
    readFlowVersion(flow, version ?? 0, signal),
    client.getQueryData<ReadFlow>(keyOf(flowApi.read, { id: flow })) ?? readFlowData(flow, undefined, signal),
  ])
  const { name, description } = read.head
  const words = [versionWords(head.number), ...(head.state === 'former' ? [] : [head.state])].join(', ')
  const definitions = { ...head, name, description }
  return { is: 'version', name, version: words, data, definitions, hasPositions: head.hasPositions }
}

export async function fileSide(key: string): Promise<ComparedSide> {
  const opened = await openedFile(key)
  if (opened === null)
    throw new SideNotStoredError(
      'Opened files are kept only in the browser that opened them, while there is space. Choose the file again.',
    )
  const { head, data } = await openTemplateData(await opened.flow.template.arrayBuffer())
  return { is: 'file', name: opened.file, version: '', data, definitions: head, hasPositions: head.hasPositions }
}
