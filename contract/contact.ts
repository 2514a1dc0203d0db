/** Contacts: the people on the other side of conversations. Source: docs/api.md, "Conversations". */
import { z } from 'zod'
import { Contact } from './conversation.ts'
import { CustomFields } from './values/custom-fields.ts'
import { get, noun, patch } from './kernel/endpoint.ts'
import { maxName } from './kernel/limits.ts'
import { Name, Tags, Time, Version } from './kernel/page.ts'

export const ContactDetail = Contact.extend({
  conversation_count: z.int(),
  created_at: Time,
  updated_at: Time,
  version: z.int(),
})
export type ContactDetail = z.infer<typeof ContactDetail>

const extension = 'contacts'

export const contact = noun('contact', {
  read: get('/contact/{id}/', {
    summary: 'Get a contact',
    returns: ContactDetail,
    errors: ['not_found'],
    extension,
    hasVersion: true,
  }),
  edit: patch('/contact/{id}/', {
    summary: 'Change a contact and its custom fields',
    body: z.strictObject({
      name: Name.optional(),
      email: z.email().max(320).nullable().optional(),
      phone: z.string().trim().min(1).max(50).nullable().optional(),
      company: z.string().trim().min(1).max(maxName).nullable().optional(),
      tags: Tags.optional(),
      /** Merged into the existing fields by key; null deletes a key. */
      fields: CustomFields.optional(),
      version: Version.optional(),
    }),
    returns: ContactDetail,
    errors: ['not_found'],
    changes: ['contact', 'conversation'],
    extension,
    hasVersion: true,
  }),
})
