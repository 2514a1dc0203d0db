/** Takes a flow to another service: its page for the review opens there, and nothing is sent before. */
import { connection, type Connection } from '#api/connection/connection.ts'
import { download } from '#api/request/client.ts'
import { readFlowPage } from '#api/services/service-flows.ts'
import { flow as flowApi, type FlowSummary } from '#contract/flow.ts'
import { openFlowElsewhere } from '#files/opened-files.ts'
import { readFile } from '#files/read-files.ts'
import { downloadFileName } from '#parts/flows/file-names.ts'
import { flowNameKey } from '#parts/flows/flow-name.ts'
import { pathAtService } from '#parts/services/service-address.ts'
import { fileFlowPath, flowUpdatePath } from '#ui/paths.ts'

/** Flows of the same name at another service: one can be updated, of several none is meant. */
export type SendTarget = { is: 'update'; flow: FlowSummary } | { is: 'create' } | { is: 'several'; count: number }

/** Flows that the search of the other service may find besides those of the same name. */
const maxFound = 50

/** Rejects with ApiError, or if the other service does not respond in time. */
export async function readSendTarget(service: Connection, name: string, signal: AbortSignal): Promise<SendTarget> {
  const found = await readFlowPage(service, name, maxFound, signal)
  const named = found.filter((flow) => flow.id !== '' && flowNameKey(flow.name) === flowNameKey(name))
  const [flow] = named
  if (flow === undefined) return { is: 'create' }
  return named.length === 1 ? { is: 'update', flow } : { is: 'several', count: named.length }
}

/** Opens the review at another service. Rejects with ApiError, or an Error that says what is wrong with the export. */
export async function openAt(
  service: Connection,
  target: SendTarget,
  { id, name }: Pick<FlowSummary, 'id' | 'name'>,
): Promise<void> {
  const { blob, filename } = await download(flowApi.export, { id })
  const file = new File([blob], filename ?? downloadFileName(name), { type: 'application/json' })
  const result = await readFile(file, new AbortController())
  if (result !== null && !result.ok) throw new Error(result.message)
  const [flow] = result !== null && 'flows' in result ? result.flows : []
  if (flow === undefined) throw new Error('The export of this flow contains no flow.')
  const key = await openFlowElsewhere(flow, { file: file.name, to: service, sender: connection().name })
  location.assign(
    pathAtService(target.is === 'update' ? flowUpdatePath(target.flow.id, key) : fileFlowPath(key), service),
  )
}
