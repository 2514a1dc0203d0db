/**
 * Finds the contact of a sender: by channel identity, else by e-mail, or by phone number if there is no e-mail. Creates
 * one if none is found.
 */
import { and, eq, sql } from 'drizzle-orm'
import { newId } from '#lib/id.ts'
import { contact, contactIdentity } from '#server/store/tables/conversation.ts'
import type { Scope } from '#server/store/db/scope.ts'

export interface Sender {
  /** The provider's id of the person. */
  externalId: string
  name: string
  email: string | null
  phone: string | null
}

export interface MatchedContact {
  id: string
  name: string
  email: string | null
  phone: string | null
}

const fields = { id: contact.id, name: contact.name, email: contact.email, phone: contact.phone }

async function byIdentity(scope: Scope, type: string, externalId: string): Promise<MatchedContact | null> {
  const known = and(eq(contactIdentity.channelType, type), eq(contactIdentity.externalId, externalId))
  const [row] = await scope
    .select(contact, fields)
    .innerJoin(contactIdentity, scope.on(contactIdentity, and(known, eq(contactIdentity.contactId, contact.id))))
  return row ?? null
}

async function byAddress(scope: Scope, { email, phone }: Sender): Promise<MatchedContact | null> {
  const condition =
    email !== null
      ? sql`lower(${contact.email}) = ${email.toLowerCase()}`
      : phone !== null
        ? eq(contact.phone, phone)
        : null
  if (condition === null) return null
  const [row] = await scope.select(contact, fields, condition).orderBy(contact.id).limit(1)
  return row ?? null
}

/**
 * To be called in a transaction. Two concurrent messages from a new person create one contact: the second waits for the
 * first.
 */
export async function matchContact(scope: Scope, type: string, sender: Sender): Promise<MatchedContact> {
  const known = await byIdentity(scope, type, sender.externalId)
  if (known) return known
  const found = await byAddress(scope, sender)
  const id = found?.id ?? newId('con')
  const { name, email, phone, externalId } = sender
  if (!found) await scope.insert(contact, [{ id, name, email, phone }])
  const byOwnIdentity = await scope
    .insert(contactIdentity, [{ channelType: type, externalId, contactId: id }])
    .onConflictDoNothing()
    .returning({ contactId: contactIdentity.contactId })
  if (byOwnIdentity.length > 0) return found ?? { id, name, email, phone }
  if (!found) await scope.remove(contact, eq(contact.id, id))
  const byContactAddress = await byIdentity(scope, type, externalId)
  if (!byContactAddress) throw new Error('The contact was deleted during the request.')
  return byContactAddress
}
