/** Requests to Langflow's API: refused keys, and lists page by page. */
import { Fault } from '#server/base/fault.ts'
import type { ProductClient } from '#server/connectors/product-client.ts'
import { FlowPage, LangflowMessage, Project, TracePage, type LangflowFlow, type Trace } from './langflow-schemas.ts'

export const api = '/api/v1'

/** What Langflow says with a 403 about a key that is missing or wrong; its other 403 are about rights. */
const noKey = /API key|authentication credentials/i

function refused(error: unknown): never {
  if (error instanceof Fault && error.code === 'permission_denied' && noKey.test(error.message))
    throw new Fault(
      'not_authenticated',
      'Langflow did not accept the key. It may have expired or been deleted: sign in with another key.',
    )
  throw error
}

/** A client for which a refused key is 401, as in other products. */
export function withSignIn(client: ProductClient): ProductClient {
  return {
    title: client.title,
    base: client.base,
    get requestCount() {
      return client.requestCount
    },
    ask: (path, request) => client.ask(path, request),
    json: (schema, path, request) => client.json(schema, path, request).catch(refused),
    text: (path, request) => client.text(path, request).catch(refused),
  }
}

export const readProjects = (client: ProductClient): Promise<Project[]> =>
  client.json(Project.array(), `${api}/projects/`)

/** Flows per page: up to 1 MB each, with the code of their components. */
const flowsPerPage = 20

/** The flows of a project; Langflow pages them only within one. */
export async function* flowPages(client: ProductClient, project: string): AsyncGenerator<LangflowFlow[]> {
  for (let page = 1; ; page += 1) {
    // The parameter is folder_id in the source and project_id in the documents.
    const query = { get_all: false, folder_id: project, project_id: project, page, size: flowsPerPage }
    const { items, pages } = await client.json(FlowPage, `${api}/flows/`, { query })
    yield items.filter((flow) => flow.is_component !== true)
    if (items.length < flowsPerPage || page >= (pages ?? Number.POSITIVE_INFINITY)) return
  }
}

/** Most that Langflow gives. */
const tracesPerPage = 200

/** All traces, newest first. */
export async function* tracePages(client: ProductClient): AsyncGenerator<Trace[]> {
  for (let page = 1; ; page += 1) {
    const { traces, total } = await client.json(TracePage, `${api}/monitor/traces`, {
      query: { page, size: tracesPerPage },
    })
    yield traces
    if (traces.length === 0 || page * tracesPerPage >= total) return
  }
}

const messagesPerPage = 1_000
const newestFirst = { order_by: 'timestamp', order: 'DESC' }

/** Versions that do not know the parameter `order` answer with the oldest message first. */
function inOrder(messages: LangflowMessage[]): LangflowMessage[] {
  const [first, last] = [messages[0], messages.at(-1)]
  return first && last && first.timestamp < last.timestamp ? messages.toReversed() : messages
}

/** All messages of all flows, newest first. */
export async function* messagePages(client: ProductClient): AsyncGenerator<LangflowMessage[]> {
  for (let offset = 0; ; offset += messagesPerPage) {
    const query = { ...newestFirst, limit: messagesPerPage, offset }
    const messages = await client.json(LangflowMessage.array(), `${api}/monitor/messages`, { query })
    yield inOrder(messages)
    // Versions without paging answer with more than the limit: with all of them.
    if (messages.length !== messagesPerPage) return
  }
}

/** All messages of a session, newest first. */
export async function sessionMessages(
  client: ProductClient,
  flow: string,
  session: string,
): Promise<LangflowMessage[]> {
  const query = { flow_id: flow, session_id: session, ...newestFirst }
  return inOrder(await client.json(LangflowMessage.array(), `${api}/monitor/messages`, { query }))
}
