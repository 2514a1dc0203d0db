/** Sign-in, set-up and the caller's own account. Source: docs/api.md, "Who may call". */
import { z } from 'zod'
import { del, get, noun, post } from './kernel/endpoint.ts'
import { mePath } from './kernel/early-paths.ts'
import { Currency, Id, Name } from './kernel/page.ts'
import { Product } from './product.ts'

export const Role = z.enum(['owner', 'operator', 'viewer'])
export type Role = z.infer<typeof Role>
export const Scope = z.enum(['read', 'write'])

/** Minimum and maximum length of a password. The maximum limits the time that hashing takes. */
export const minPassword = 12
export const maxPassword = 128
export const Password = z
  .string()
  .min(minPassword, `Use at least ${minPassword} characters. A sentence works well.`)
  .max(maxPassword, `Use at most ${maxPassword} characters.`)
export const Email = z
  .string()
  .max(254)
  .overwrite((text) => text.trim().toLowerCase())
  .check(z.email('Use an email address.'))

export const Me = z.object({
  /** Null if the caller is an API key. */
  person: z.object({ id: Id, name: z.string(), email: z.string() }).nullable(),
  account: z.object({ id: Id, name: z.string(), currency: Currency, sample: z.boolean() }),
  role: Role,
  scopes: z.array(Scope),
  /** Extensions (docs/api.md) that this service supports, so that clients need not probe for them. */
  extensions: z.array(z.string()),
  service: z.object({ name: z.string(), version: z.string() }),
  /** Present if a connector translates the API of another product (docs/connectors.md). */
  product: Product.optional(),
  /** The model of agents; null = none is configured. `default`: for agents that name none. Absent = unknown. */
  model: z.object({ default: z.string().nullable() }).nullable().optional(),
  /** Id of the latest change event, after which a stream can begin: what is read after this needs no second read. */
  last_event_id: z.string().optional(),
})
export type Me = z.infer<typeof Me>

export const me = noun('me', {
  read: get(mePath, { summary: 'Get the caller and the features of this service', returns: Me, extension: 'me' }),
  password: post('/me/password/', {
    summary: 'Change your password and end all your other sessions',
    body: z.strictObject({ current: z.string().max(maxPassword), password: Password }),
    errors: ['invalid', 'throttled'],
    changes: ['session'],
    access: 'read',
    extension: 'session',
  }),
})

/** Nouns whose cached data is stale after sign-in, sign-out or a change of the sample workspace. */
export const allNouns = [
  'flow',
  'tool',
  'channel',
  'conversation',
  'contact',
  'view',
  'canned_reply',
  'run',
  'balance',
  'budget',
  'incident',
  'alert',
  'me',
  'person',
  'key',
  'activity',
  'sample',
] as const

export const session = noun('session', {
  create: post('/session/', {
    summary: 'Sign in; the response sets the session cookie',
    body: z.strictObject({ email: z.string().max(254), password: z.string().max(1000) }),
    returns: Me,
    success: 201,
    errors: ['not_authenticated', 'throttled'],
    changes: allNouns,
    access: 'anyone',
    extension: 'session',
  }),
  remove: del('/session/', {
    summary: 'Sign out',
    changes: allNouns,
    access: 'anyone',
    extension: 'session',
  }),
})

export const setup = noun('setup', {
  read: get('/setup/', {
    summary: 'Check whether the first account still has to be created',
    returns: z.object({ needed: z.boolean(), service: z.object({ name: z.string(), version: z.string() }) }),
    access: 'anyone',
    extension: 'setup',
  }),
  create: post('/setup/', {
    summary: 'Create the first account and its owner with the one-time setup code',
    body: z.strictObject({
      code: z.string().max(100),
      email: Email,
      password: Password,
      name: Name.optional(),
      account: Name.optional(),
    }),
    returns: Me,
    success: 201,
    errors: ['permission_denied', 'conflict', 'throttled'],
    changes: allNouns,
    access: 'anyone',
    extension: 'setup',
  }),
})
