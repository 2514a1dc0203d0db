/** Contacts: read, change. */
import { eq, sql, type SQL } from 'drizzle-orm'
import type { ContactDetail } from '#contract/contact.ts'
import type { CustomFields } from '#contract/values/custom-fields.ts'
import type { JsonRecord } from '#lib/json/json.ts'
import { contact, conversation } from '#server/store/tables/conversation.ts'
import type { Scope } from '#server/store/db/scope.ts'
import { moreSearch } from '#server/store/query/search.ts'

/** Merges custom fields into a column; null removes a field. */
export function mergedFields(column: SQL, fields: CustomFields): SQL {
  const kept = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null))
  const gone = Object.keys(fields).filter((key) => fields[key] === null)
  return sql`((${column} || ${JSON.stringify(kept)}::jsonb) - ${sql.param(gone)}::text[])`
}

/** Contact fields of all responses. */
export const contactFields = {
  id: contact.id,
  name: contact.name,
  email: contact.email,
  phone: contact.phone,
  company: contact.company,
  tags: contact.tags,
  fields: sql<JsonRecord>`${contact.fields}`,
}

/** Null if the contact does not exist in this account. */
export async function readContact(scope: Scope, id: string): Promise<ContactDetail | null> {
  const conversations = scope.select(
    conversation,
    { count: sql`count(*)::int` },
    eq(conversation.contactId, contact.id),
  )
  const fields = {
    ...contactFields,
    conversation_count: sql<number>`(${conversations})`,
    createdAt: contact.createdAt,
    updatedAt: contact.updatedAt,
    version: contact.version,
  }
  const [row] = await scope.select(contact, fields, eq(contact.id, id))
  if (!row) return null
  const { createdAt, updatedAt, ...rest } = row
  return { ...rest, created_at: createdAt.toISOString(), updated_at: updatedAt.toISOString() }
}

export interface ContactChange {
  name?: string | undefined
  email?: string | null | undefined
  phone?: string | null | undefined
  company?: string | null | undefined
  tags?: string[] | undefined
  fields?: CustomFields | undefined
}

/** Maximum number of conversations updated with a contact's new name or e-mail. */
const maxLearning = 500

/** To be called in a transaction. Also updates the search text of conversations. */
export async function changeContact(scope: Scope, id: string, change: ContactChange): Promise<void> {
  const { fields, ...rest } = change
  const set = {
    ...rest,
    ...(fields ? { fields: mergedFields(sql`${contact.fields}`, fields) } : {}),
    version: sql`${contact.version} + 1`,
    updatedAt: sql`now()`,
  }
  await scope.update(contact, set, eq(contact.id, id))
  const words = [change.name, change.email].filter((text) => typeof text === 'string').join(' ')
  if (words !== '') {
    const conversations = scope.select(conversation, { id: conversation.id }, eq(conversation.contactId, id))
    const newest = sql`${conversations.orderBy(sql`${conversation.lastMessageAt} desc nulls last`).limit(maxLearning)}`
    const search = moreSearch(sql`${conversation.search}`, words)
    await scope.update(conversation, { search }, sql`${conversation.id} in ${newest}`)
  }
}
