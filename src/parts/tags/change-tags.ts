import { z } from 'zod'
import { call } from '#api/request/client.ts'
import { ApiError } from '#api/errors.ts'
import { flow as flowApi, type FlowDetail, type FlowSummary } from '#contract/flow.ts'
import { changedTags, type TagChange } from './flow-tags.ts'

/** Options with If-Match; empty if the service has no versions. */
const ifMatch = (version: number) => (Number.isNaN(version) ? {} : { ifMatch: `"${version}"` })

const Current = z.object({ tags: z.array(z.string()), version: z.int() })

/** Changes the tags of a flow, merging concurrent changes. Rejects with ApiError. */
export async function changeTags(
  flow: Pick<FlowSummary, 'id' | 'tags' | 'version'>,
  change: TagChange,
): Promise<FlowDetail> {
  const saveTags = (now: { tags: readonly string[]; version: number }) =>
    call(flowApi.tag, { id: flow.id, body: { tags: changedTags(now.tags, change) } }, ifMatch(now.version))
  try {
    return await saveTags(flow)
  } catch (problem) {
    const now = problem instanceof ApiError && problem.status === 409 ? Current.safeParse(problem.current) : null
    if (now?.success !== true) throw problem
    return saveTags(now.data)
  }
}
