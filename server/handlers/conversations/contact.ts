/** Handlers of contacts: read, change. */
import { contact, type ContactDetail } from '#contract/contact.ts'
import { notFound } from '#server/base/fault.ts'
import { changeContact, readContact } from '#server/store/conversations/contact.ts'
import { etagOf } from '#server/protocol/etag.ts'
import { handler, type Context, type Handler } from '#server/protocol/handler.ts'
import { refuseManyFields } from './triage-input.ts'

async function needContact({ scope }: Context, id: string): Promise<ContactDetail> {
  const found = await readContact(scope, id)
  if (!found) throw notFound('contact')
  return found
}

const contactReply = (body: ContactDetail) => ({
  body,
  headers: { ETag: etagOf(body.version, body) },
  object: { id: body.id, name: body.name },
})

const read = handler(contact.read, async (context, { params }) => contactReply(await needContact(context, params.id)))

const edit = handler(contact.edit, async (context, { params, body: { version: _version, ...change } }) => {
  const found = await needContact(context, params.id)
  refuseManyFields('fields', found.fields, change.fields)
  await changeContact(context.scope, found.id, change)
  return contactReply(await needContact(context, params.id))
})

export const contactHandlers: Handler[] = [read, edit]
