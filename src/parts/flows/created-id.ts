/**
 * Looks up the id of a created object in its list, for services whose response contains no id: 204, or only a
 * message.
 */
import { call } from '#api/request/client.ts'
import { clockOffset } from '#api/connection/clock.ts'
import type { Input } from '#contract/kernel/endpoint.ts'
import { flow as flowApi, type FlowDetail } from '#contract/flow.ts'
import { maxLimit } from '#contract/kernel/page.ts'
import { tool as toolApi, type Tool } from '#contract/tool.ts'
import { mergeKnownFields } from '#lib/absent.ts'
import { normalName } from '#lib/text/text.ts'
import { createdSince } from './find-created-flow.ts'

interface CreatedObject {
  id: string
  created_at: string
}

/**
 * The id of the newest candidate that may have been created since a time; '' if there is none or it is ambiguous. Pure.
 * @param candidates all objects with the name
 * @param since in ms, by the service's clock
 */
export function newestId(candidates: readonly CreatedObject[], since: number): string {
  const recent = createdSince(candidates, since)
  // Without creation times, it is unknown which of several objects is the new one.
  const isUnambiguous = recent.length === 1 || recent.every(({ created_at: at }) => !Number.isNaN(Date.parse(at)))
  return isUnambiguous ? (recent[0]?.id ?? '') : ''
}

async function findNewId(search: () => Promise<readonly CreatedObject[]>, since: number): Promise<string> {
  // The write succeeded, so a failed search is ignored.
  const candidates = await search().catch(() => [])
  return newestId(candidates, since + clockOffset.get())
}

const newestFirst = { limit: maxLimit, ordering: '-created_at' } as const

/** @param since time of the request, in ms by this machine's clock */
export const createdFlowId = (name: string, since: number): Promise<string> =>
  findNewId(async () => {
    const { results } = await call(flowApi.list, { ...newestFirst, search: name })
    return results.filter((flow) => normalName(flow.name) === normalName(name))
  }, since)

/** Looks up the copy of a flow, whose name contains that of the original. */
const copiedFlowId = (of: { id: string; name: string }, since: number): Promise<string> =>
  findNewId(async () => {
    const { results } = await call(flowApi.list, { ...newestFirst, search: of.name })
    return results.filter(({ id, name }) => id !== of.id && normalName(name).includes(normalName(of.name)))
  }, since)

/** Adds id and name to the response, if absent. For `useApiMutation(flow.create, …)`. */
export async function namedFlow(
  answer: FlowDetail,
  { body: { name } }: Input<typeof flowApi.create>,
  since: number,
): Promise<FlowDetail> {
  return mergeKnownFields(answer, { name, id: answer.id || (await createdFlowId(name, since)) })
}

/** Adds the id of the copy and the name of the original to the response, if absent. */
export async function namedCopy(
  answer: FlowDetail,
  of: { id: string; name: string },
  since: number,
): Promise<FlowDetail> {
  return mergeKnownFields(answer, { name: of.name, id: answer.id || (await copiedFlowId(of, since)) })
}

/** Adds id and name to the response, if absent. For `useApiMutation(tool.create, …)`. */
export async function namedTool(
  answer: Tool,
  { body: { name } }: Pick<Input<typeof toolApi.create>, 'body'>,
  since: number,
): Promise<Tool> {
  const search = async () => {
    const { results } = await call(toolApi.list, { ...newestFirst, search: name })
    return results.filter((tool) => normalName(tool.name) === normalName(name))
  }
  return mergeKnownFields(answer, { name, id: answer.id || (await findNewId(search, since)) })
}

/** Message about a created object whose id is unknown. */
export const createdWords = (name: string, done: string): string =>
  `“${name}” ${done}. The service returned no link to it. Find it in the list.`
