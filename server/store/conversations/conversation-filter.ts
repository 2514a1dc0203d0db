/** Filters of conversations. */
import { and, inArray, SQL, sql } from 'drizzle-orm'
import { conversationFields } from '#contract/conversation.ts'
import { isRule, type FilterPart, type Rule } from '#contract/filter/filter.ts'
import { columnSources, type FilterColumn } from '#server/store/query/columns.ts'
import { filterCondition, type FilterContext, type FilterSources } from '#server/store/query/filter-sql.ts'
import { contact, conversation } from '#server/store/tables/conversation.ts'
import type { Scope } from '#server/store/db/scope.ts'
import { conversationColumns } from './conversation-columns.ts'

const sourceOf = columnSources(conversationFields.fields, conversationColumns)

const isOfContact = ({ value }: FilterColumn): boolean => !(value instanceof SQL) && value.table === contact

/** Filters on fields of the contact. */
const ofContact: ReadonlySet<string> = new Set(
  conversationFields.fields.map(({ name }) => name).filter((name) => isOfContact(conversationColumns[name])),
)

export const conversationSources =
  (scope: Scope): FilterSources =>
  (rule: Rule) => {
    if (rule.customKey !== null) return { expression: sql`(${conversation.customFields} ->> ${rule.customKey})` }
    const source = sourceOf(rule)
    if (!ofContact.has(rule.field.name)) return source
    return {
      ...source,
      throughTable: (condition) =>
        inArray(conversation.contactId, scope.select(contact, { id: contact.id }, condition)),
    }
  }

/**
 * Conversations for a filter that only concerns contacts, counted starting from the contacts; undefined for other
 * filters. If some thousand contacts match, the planner would read and join all conversations although counting stops
 * at 10,000: `offset 0` prevents the join.
 */
export function rowsByContact(scope: Scope, filter: readonly FilterPart[], context: FilterContext): SQL | undefined {
  const conditions: SQL[] = []
  for (const part of filter) {
    const ofContactCondition = isRule(part) && part.customKey === null && ofContact.has(part.field.name)
    const condition = ofContactCondition ? filterCondition([part], sourceOf, context) : undefined
    if (!condition) return undefined
    conditions.push(condition)
  }
  if (conditions.length === 0) return undefined
  const conversations = sql`${scope.rows(conversation, sql`${conversation.contactId} = ${contact.id}`)} offset 0`
  return sql`select 1 from ${contact} cross join lateral (${conversations}) as talk where ${scope.on(contact, and(...conditions))}`
}
