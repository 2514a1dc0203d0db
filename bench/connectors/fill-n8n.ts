/** Many workflows and executions in n8n's own database: its API would take hours to make them. */
import { Client } from 'pg'

export interface Size {
  workflows: number
  executions: number
}

/** Fails if n8n's tables are not those of 2.30. */
export async function fillN8n(databaseUrl: string, seedId: string, { workflows, executions }: Size): Promise<void> {
  const client = new Client(databaseUrl)
  await client.connect()
  try {
    await client.query(
      `insert into workflow_entity (id, name, active, "isArchived", nodes, connections, settings, "versionId",
         "versionCounter", "nodeGroups", "triggerCount", "createdAt", "updatedAt")
       select 'bench' || lpad(i::text, 11, '0'),
         'Flow ' || i || case i % 5 when 0 then ' orders' when 1 then ' 注文' when 2 then ' заказы' else '' end,
         false, i % 50 = 0, nodes, connections, settings, gen_random_uuid()::text, 1, "nodeGroups", 1,
         now() - i * interval '1 minute', now() - (i * 7 % 50000) * interval '1 minute'
       from workflow_entity, generate_series(1, $2::int) i where workflow_entity.id = $1`,
      [seedId, workflows],
    )
    await client.query(
      `insert into shared_workflow ("workflowId", "projectId", role)
       select workflow.id, seed."projectId", seed.role from workflow_entity workflow, shared_workflow seed
       where seed."workflowId" = $1 and workflow.id like 'bench%'`,
      [seedId],
    )
    await client.query(
      `insert into execution_entity (finished, "startedAt", "createdAt", "stoppedAt", mode, status, "workflowId",
         "storedAt", "jsonSizeBytes", "binaryDataSizeBytes", "usedPrivateCredentials")
       select i % 10 <> 0, at, at, at + (i % 5000) * interval '1 millisecond',
         case i % 3 when 0 then 'webhook' when 1 then 'trigger' else 'manual' end,
         case i % 10 when 0 then 'error' when 1 then 'canceled' else 'success' end,
         'bench' || lpad((i * 31 % $1::int + 1)::text, 11, '0'), 'db', 0, 0, false
       from generate_series(1, $2::int) i, lateral (select now() - ($2::int - i) * interval '20 seconds' as at) times`,
      [workflows, executions],
    )
    await client.query('analyze')
  } finally {
    await client.end()
  }
}
