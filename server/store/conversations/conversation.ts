/** Conversations: list by filters, read; keys of custom fields. */
import { and, eq, sql, type SQL } from 'drizzle-orm'
import { conversationFields, type Conversation } from '#contract/conversation.ts'
import { isRule, type FilterPart, type Rule } from '#contract/filter/filter.ts'
import type { Page, PageQuery } from '#contract/kernel/page.ts'
import type { JsonRecord } from '#lib/json/json.ts'
import { accountCurrency } from '#server/store/accounts/account-currency.ts'
import { contactFields } from './contact.ts'
import { conversationOrderings, storedColumns, toConversation } from './conversation-columns.ts'
import { conversationSources, rowsByContact } from './conversation-filter.ts'
import { filterCondition, type FilterContext } from '#server/store/query/filter-sql.ts'
import { readPage, sortKeys, type PagePart } from '#server/store/query/page-sql.ts'
import { contact, conversation } from '#server/store/tables/conversation.ts'
import { flow } from '#server/store/tables/flow.ts'
import type { Scope } from '#server/store/db/scope.ts'

/** The flow's current name; the stored one if the flow was deleted. */
const flowName = (scope: Scope): SQL<string | null> => {
  const now = scope.select(flow, { name: flow.name }, eq(flow.id, conversation.flowId))
  return sql<string | null>`coalesce(${now}, ${conversation.flowName})`
}

const fieldsOf = (scope: Scope) => ({
  ...storedColumns,
  contact: contactFields,
  flowName: flowName(scope),
  customFields: sql<JsonRecord>`${conversation.customFields}`,
})

const base = (scope: Scope, condition: SQL | undefined) =>
  scope
    .select(conversation, fieldsOf(scope), condition)
    .innerJoin(contact, scope.on(contact, eq(contact.id, conversation.contactId)))

type Row = Awaited<ReturnType<typeof base>>[number]

/**
 * True for a range on a field other than the ordering: numbers and times correlate, so all matches may be at the far
 * end, while the planner assumes an even distribution.
 */
const isStretch = ({ field, operator }: Rule, first: string | undefined): boolean =>
  field.name !== first &&
  (field.type === 'time' || (field.type === 'whole' && ['gt', 'gte', 'lt', 'lte'].includes(operator)))

export async function listConversations(
  scope: Scope,
  filter: readonly FilterPart[],
  query: PageQuery,
  context: FilterContext,
): Promise<Page<Conversation>> {
  const where = filterCondition(filter, conversationSources(scope), context)
  const keys = sortKeys(conversationOrderings, query.ordering, conversationFields.defaultOrdering)
  const currency = await accountCurrency(scope)
  const read = ({ fields, condition, order }: PagePart) =>
    scope
      .select(conversation, { ...fieldsOf(scope), ...fields }, and(where, condition))
      .innerJoin(contact, scope.on(contact, eq(contact.id, conversation.contactId)))
      .orderBy(...order)
  const name = `conversation ${query.ordering ?? ''}`
  const toResult = (row: Row) => toConversation({ ...row, currency })
  const [first] = (query.ordering ?? conversationFields.defaultOrdering).replace(/^-/, '').split(',')
  const isSparse = (part: FilterPart) => !isRule(part) || part.field.type === 'search' || isStretch(part, first)
  const sparse = filter.length > 1 || filter.some(isSparse)
  return readPage({
    scope,
    findsById: true,
    sparse,
    table: conversation,
    where,
    rows: rowsByContact(scope, filter, context),
    name,
    keys,
    id: sql`${conversation.id}`,
    query,
    read,
    toResult,
  })
}

/** Conversations that meet the condition, unordered. */
export async function readConversations(scope: Scope, condition: SQL): Promise<Conversation[]> {
  const currency = await accountCurrency(scope)
  return (await base(scope, condition)).map((row) => toConversation({ ...row, currency }))
}

/** Null if the conversation does not exist in this account. */
export async function readConversation(scope: Scope, id: string): Promise<Conversation | null> {
  const [row] = await base(scope, eq(conversation.id, id))
  return row ? toConversation({ ...row, currency: await accountCurrency(scope) }) : null
}

/** Number of newest conversations from which keys in use are collected. */
const keySample = 1000

/** Keys of custom fields that recent conversations use, sorted. */
export async function customKeys(scope: Scope): Promise<string[]> {
  const newest = scope
    .select(conversation, { fields: sql`${conversation.customFields}`.as('fields') })
    .orderBy(sql`${conversation.updatedAt} desc`)
    .limit(keySample)
    .as('newest')
  const rows = await scope.selectAccount({
    keys: sql<string[]>`array(select distinct jsonb_object_keys(${newest.fields}) as key from ${newest} order by key)`,
  })
  return rows[0]?.keys ?? []
}
