/** SQL of each field in the conversation catalogue. */
import { and, inArray, sql, type SQL } from 'drizzle-orm'
import { isRule, type FilterPart, type Rule } from '#contract/filter/filter.ts'
import {
  filterCondition,
  type FilterContext,
  type FilterSource,
  type FilterSources,
} from '#server/store/query/filter-sql.ts'
import { contact, conversation } from '#server/store/tables/conversation.ts'
import type { Scope } from '#server/store/db/scope.ts'
import { matchesWords } from '#server/store/query/search-vector.ts'

/** Maximum of the integer column. */
const maxNumber = 2_147_483_647

/** Parses a conversation number, "48000" or "#48000"; null if the query is something else. */
function numberIn(question: string): number | null {
  const number = Number(/^\s*#?(\d{1,10})\s*$/.exec(question)?.[1] ?? Number.NaN)
  return number <= maxNumber ? number : null
}

/** Matches the words; a number alone also matches the conversation number. Both are indexed. */
function matchesQuestion(question: string): SQL {
  const words = matchesWords(sql`${conversation.search}`, question)
  const number = numberIn(question)
  return number === null ? words : sql`(${words} or ${conversation.number} = ${number}::int4)`
}

const own: Readonly<Record<string, FilterSource>> = {
  status: { expression: sql`${conversation.status}` },
  priority: { expression: sql`${conversation.priority}` },
  assignee: { expression: sql`${conversation.assigneeId}` },
  team: { expression: sql`${conversation.team}` },
  channel: { expression: sql`${conversation.channelId}` },
  flow: { expression: sql`${conversation.flowId}` },
  handled_by: { expression: sql`${conversation.handledBy}` },
  label: { expression: sql`${conversation.labels}` },
  unread: { expression: sql`${conversation.unreadCount} > 0` },
  number: { expression: sql`${conversation.number}` },
  contact: { expression: sql`${conversation.contactId}` },
  total_cost: { expression: sql`${conversation.totalCost}` },
  unread_count: { expression: sql`${conversation.unreadCount}` },
  message_count: { expression: sql`${conversation.messageCount}` },
  last_message_at: { expression: sql`${conversation.lastMessageAt}` },
  waiting_since: { expression: sql`${conversation.waitingSince}` },
  snoozed_until: { expression: sql`${conversation.snoozedUntil}` },
  created_at: { expression: sql`${conversation.createdAt}` },
  updated_at: { expression: sql`${conversation.updatedAt}` },
  q: { expression: sql`true`, search: matchesQuestion },
}

const ofContact: Readonly<Record<string, FilterSource>> = {
  contact__name: { expression: sql`${contact.name}`, folded: true },
  contact__email: { expression: sql`${contact.email}`, folded: true },
  contact__phone: { expression: sql`${contact.phone}` },
  contact__company: { expression: sql`${contact.company}` },
  contact__tag: { expression: sql`${contact.tags}` },
}

/** Throws for a field without an entry, which is a programming error. */
export const conversationSources =
  (scope: Scope): FilterSources =>
  (rule: Rule) => {
    if (rule.customKey !== null) return { expression: sql`(${conversation.customFields} ->> ${rule.customKey})` }
    const source = own[rule.field.name]
    if (source) return source
    const theirs = ofContact[rule.field.name]
    if (!theirs) throw new Error(`The filter ${rule.field.name} has no column.`)
    return {
      ...theirs,
      within: (condition) => inArray(conversation.contactId, scope.select(contact, { id: contact.id }, condition)),
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
    const source = isRule(part) && part.customKey === null ? ofContact[part.field.name] : undefined
    const condition = source && filterCondition([part], () => source, context)
    if (!condition) return undefined
    conditions.push(condition)
  }
  if (conditions.length === 0) return undefined
  const talks = sql`${scope.rows(conversation, sql`${conversation.contactId} = ${contact.id}`)} offset 0`
  return sql`select 1 from ${contact} cross join lateral (${talks}) as talk where ${scope.on(contact, and(...conditions))}`
}
