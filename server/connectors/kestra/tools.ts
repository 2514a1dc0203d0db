/** Names in Kestra's key-value store and of its secrets as tools; never a value. */
import { allowedRows } from '#server/connectors/allowed-rows.ts'
import type { ConnectorHandler } from '#server/connectors/connector.ts'
import { toolEndpoints, usedBy, type UsedTool } from '#server/connectors/tool-list.ts'
import type { FlowRow } from './flow-row.ts'
import { rowsOf } from './kestra-client.ts'
import { KvEntry, SecretName } from './kestra-schemas.ts'
import type { KestraState } from './kestra-state.ts'
import { isoTime } from './run-row.ts'

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
} as const

async function allTools(state: KestraState): Promise<UsedTool[]> {
  const [{ rows: flows }, entries, secrets] = await Promise.all([
    state.flows.read(),
    allowedRows(rowsOf(state.client, KvEntry, state.path('/kv'))),
    allowedRows(rowsOf(state.client, SecretName, state.path('/secrets'))),
  ])
  const namespacesOf = (rows: readonly { key: string; namespace?: string | null | undefined }[], key: string) =>
    rows.flatMap((one) => (one.key === key ? (one.namespace ?? []) : []))
  const stored = entries.map(({ namespace, key, description, creationDate, updateDate }): UsedTool => {
    const users = usersOf(flows, 'kv', { key, namespace }, namespacesOf(entries, key))
    return {
      ...common,
      id: `kv~${namespace}~${key}`,
      key,
      name: key,
      description: description || `Key of the key-value store of ${namespace}`,
      ...(creationDate == null ? {} : { created_at: isoTime(creationDate) }),
      ...(updateDate == null ? {} : { updated_at: isoTime(updateDate) }),
      ...usedBy(users),
    }
  })
  const named = secrets.map(({ key, namespace = null }): UsedTool => {
    const users = usersOf(flows, 'secret', { key, namespace }, namespacesOf(secrets, key))
    return {
      ...common,
      id: `secret~${namespace ?? ''}~${key}`,
      key,
      name: key,
      description: namespace === null ? 'Secret' : `Secret of ${namespace}`,
      ...usedBy(users),
    }
  })
  return [...stored, ...named]
}

export const toolHandlers = (state: KestraState): ConnectorHandler[] =>
  toolEndpoints({ all: () => allTools(state), flowOf: (id) => state.flows.get(id)?.flow })
