/** People of the account. Source: docs/api.md, "Who may call". */
import { z } from 'zod'
import { Role, Password, Email } from './account.ts'
import { del, get, noun, patch, post } from './kernel/endpoint.ts'
import { Id, Name, page, pageQuery, Time } from './kernel/page.ts'

export const Person = z.object({
  id: Id,
  name: z.string(),
  email: z.string(),
  role: Role,
  last_seen_at: Time.nullable(),
  created_at: Time,
})
export type Person = z.infer<typeof Person>

export const person = noun('person', {
  list: get('/person/', {
    summary: 'List people of the account',
    query: pageQuery,
    returns: page(Person),
    extension: 'people',
  }),
  create: post('/person/', {
    summary: 'Add a person with an initial password',
    body: z.strictObject({ email: Email, name: Name, role: Role, password: Password }),
    returns: Person,
    success: 201,
    errors: ['conflict'],
    changes: ['person'],
    access: 'owner',
    extension: 'people',
  }),
  edit: patch('/person/{id}/', {
    summary:
      'Change a person’s name, role or password; one owner must remain; a viewer’s conversations become unassigned',
    body: z.strictObject({ name: Name.optional(), role: Role.optional(), password: Password.optional() }),
    returns: Person,
    errors: ['not_found', 'conflict'],
    changes: ['person', 'me', 'conversation'],
    access: 'owner',
    extension: 'people',
  }),
  remove: del('/person/{id}/', {
    summary: 'Remove a person; their sessions and keys end immediately, and their conversations become unassigned',
    errors: ['not_found', 'conflict'],
    changes: ['person', 'key', 'conversation'],
    access: 'owner',
    extension: 'people',
  }),
})
