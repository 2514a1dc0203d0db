/** Messages of a conversation, by default newest first. */
import { and, eq, sql, type SQL } from 'drizzle-orm'
import { Message } from '#contract/conversation.ts'
import type { Page, PageQuery } from '#contract/kernel/page.ts'
import { RunStatus } from '#contract/values/run-status.ts'
import { formatMicros } from '#lib/money/money.ts'
import { readPage, sortKeys, type PagePart } from '#server/store/query/page-sql.ts'
import { message } from '#server/store/tables/conversation.ts'
import { run, runStep } from '#server/store/tables/run.ts'
import type { Scope } from '#server/store/db/scope.ts'

const fieldsOf = (scope: Scope) => ({
  id: message.id,
  at: message.at,
  direction: message.direction,
  author: message.author,
  authorName: message.authorName,
  text: message.text,
  delivery: message.delivery,
  runId: run.id,
  runStatus: run.status,
  runCost: run.cost,
  stepCount: sql<number>`${scope.select(runStep, { steps: sql`count(*)::int` }, eq(runStep.runId, run.id))}`,
})

const base = (scope: Scope, condition: SQL | undefined, part: PagePart) =>
  scope
    .select(message, { ...fieldsOf(scope), ...part.fields }, condition)
    .leftJoin(run, scope.on(run, eq(run.id, message.runId)))
    .orderBy(...part.order)

type Row = Awaited<ReturnType<typeof base>>[number]

const { direction: Direction, author: Author, delivery: Delivery } = Message.shape

const toMessage = (row: Row): Message => ({
  id: row.id,
  at: row.at.toISOString(),
  direction: Direction.parse(row.direction),
  author: Author.parse(row.author),
  author_name: row.authorName,
  text: row.text,
  run:
    row.runId === null
      ? null
      : {
          id: row.runId,
          status: RunStatus.parse(row.runStatus),
          cost: formatMicros(row.runCost ?? 0n),
          step_count: row.stepCount,
        },
  delivery: Delivery.parse(row.delivery),
})

const orderings = { at: { expression: sql`${message.at}`, type: 'timestamptz', nullable: false } } as const

/** The caller must have checked that the conversation exists. */
export function listMessages(scope: Scope, conversationId: string, query: PageQuery): Promise<Page<Message>> {
  const where = eq(message.conversationId, conversationId)
  const keys = sortKeys(orderings, query.ordering, '-at')
  const read = (part: PagePart) => base(scope, and(where, part.condition), part)
  const name = `message ${conversationId}`
  return readPage({
    scope,
    table: message,
    where,
    name,
    keys,
    id: sql`${message.id}`,
    query,
    read,
    toResult: toMessage,
  })
}

/** Null if the message does not exist. */
export async function readMessage(scope: Scope, id: string): Promise<Message | null> {
  const [row] = await scope
    .select(message, fieldsOf(scope), eq(message.id, id))
    .leftJoin(run, scope.on(run, eq(run.id, message.runId)))
  return row ? toMessage({ ...row, keys: [], total: null }) : null
}
