/** API keys. Source: docs/api.md, "Who may call". */
import { z } from 'zod'
import { Scope } from './account.ts'
import { del, get, noun, post } from './kernel/endpoint.ts'
import { InputTime, Id, Name, page, pageQuery, Ref, Time } from './kernel/page.ts'

export const Key = z.object({
  id: Id,
  name: z.string(),
  scope: Scope,
  /** First characters of the key, to distinguish keys. */
  start: z.string(),
  created_by: Ref.nullable(),
  created_at: Time,
  expires_at: Time.nullable(),
  last_used_at: Time.nullable(),
})
export type Key = z.infer<typeof Key>

export const key = noun('key', {
  list: get('/key/', {
    summary: 'List API keys of the account',
    query: pageQuery,
    returns: page(Key),
    access: 'owner',
    extension: 'keys',
  }),
  create: post('/key/', {
    summary: 'Create an API key; only this response contains its text',
    body: z.strictObject({ name: Name, scope: Scope, expires_at: InputTime.nullable().optional() }),
    returns: Key.extend({ key: z.union([z.string(), z.object({ set: z.literal(true) })]) }),
    success: 201,
    changes: ['key'],
    access: 'owner',
    extension: 'keys',
  }),
  remove: del('/key/{id}/', {
    summary: 'Revoke an API key immediately',
    errors: ['not_found'],
    changes: ['key'],
    access: 'owner',
    extension: 'keys',
  }),
})
