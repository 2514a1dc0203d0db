/** Names in Kestra's key-value store and of its secrets as tools; never a value. */
import { tool, type Tool } from '#contract/tool.ts'
import { notFound } from '#server/base/fault.ts'
import { allowedRows } from '#server/connectors/allowed-rows.ts'
import { answer, type ConnectorHandler, type Known } from '#server/connectors/connector.ts'
import { toolPage } from '#server/connectors/tool-page.ts'
import type { FlowRow } from './flow-row.ts'
import { rowsOf } from './kestra-client.ts'
import { KvEntry, SecretName } from './kestra-schemas.ts'
import type { KestraState } from './kestra-state.ts'
import { isoTime } from './run-row.ts'

interface ToolRow {
  tool: Known<Tool> & { id: string }
  users: readonly string[]
}

/** Whether a flow of `of` sees the names of `namespace`: its own, and those of the namespaces that contain it. */
const sees = (of: string, namespace: string): boolean => of === namespace || of.startsWith(`${namespace}.`)

/** Flows that name `key`, and get it from this namespace because none that is nearer has it. */
function usersOf(
  flows: readonly FlowRow[],
  kind: 'kv' | 'secret',
  { key, namespace }: { key: string; namespace: string | null },
  others: readonly string[],
): string[] {
  const isNearest = (of: string) =>
    namespace === null ||
    (sees(of, namespace) && !others.some((other) => other.length > namespace.length && sees(of, other)))
  return flows.filter((row) => row.names[kind].includes(key) && isNearest(row.key.namespace)).map(({ flow }) => flow.id)
}

const common = {
  category: 'global',
  enabled: true,
  config: {},
  input_schema: null,
  output_schema: null,
  sample: false,
} as const

async function allTools(state: KestraState): Promise<ToolRow[]> {
  const [{ rows: flows }, entries, secrets] = await Promise.all([
    state.flows.read(),
    allowedRows(rowsOf(state.client, KvEntry, state.path('/kv'))),
    allowedRows(rowsOf(state.client, SecretName, state.path('/secrets'))),
  ])
  const namespacesOf = (rows: readonly { key: string; namespace?: string | null | undefined }[], key: string) =>
    rows.flatMap((one) => (one.key === key ? (one.namespace ?? []) : []))
  const stored = entries.map(({ namespace, key, description, creationDate, updateDate }): ToolRow => {
    const users = usersOf(flows, 'kv', { key, namespace }, namespacesOf(entries, key))
    return {
      tool: {
        ...common,
        id: `kv~${namespace}~${key}`,
        key,
        name: key,
        description: description || `Key of the key-value store of ${namespace}`,
        used_by_count: users.length,
        ...(creationDate == null ? {} : { created_at: isoTime(creationDate) }),
        ...(updateDate == null ? {} : { updated_at: isoTime(updateDate) }),
      },
      users,
    }
  })
  const named = secrets.map(({ key, namespace = null }): ToolRow => {
    const users = usersOf(flows, 'secret', { key, namespace }, namespacesOf(secrets, key))
    return {
      tool: {
        ...common,
        id: `secret~${namespace ?? ''}~${key}`,
        key,
        name: key,
        description: namespace === null ? 'Secret' : `Secret of ${namespace}`,
        used_by_count: users.length,
      },
      users,
    }
  })
  return [...stored, ...named]
}

export function toolHandlers(state: KestraState): ConnectorHandler[] {
  const need = async (id: string): Promise<ToolRow> => {
    const found = (await allTools(state)).find((one) => one.tool.id === id)
    if (!found) throw notFound('tool')
    return found
  }

  return [
    answer(tool.list, async (question) =>
      toolPage(
        (await allTools(state)).map((one) => one.tool),
        question,
      ),
    ),
    answer(tool.read, async ({ params: { id } }) => (await need(id)).tool),
    answer(tool.usage, async ({ params: { id } }) => {
      const { users } = await need(id)
      const flows = users.flatMap((user) => {
        const found = state.flows.get(user)?.flow
        if (!found) return []
        const { name, status, node_count: nodes } = found
        return [{ id: user, name, status, ...(nodes === undefined ? {} : { node_count: nodes }), tools: [id] }]
      })
      return { tools: [], flows, channels: [] }
    }),
  ]
}
