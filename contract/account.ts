/** Who may call: signing in, people, keys, activity, and the sample workspace. Source: API.md §2, §5. */
import { z } from 'zod'
import { del, get, noun, patch, post } from './kernel.ts'
import { Currency, Id, Name, page, pageQuery, Ref, Time } from './page.ts'

export const Role = z.enum(['owner', 'operator', 'viewer'])
export type Role = z.infer<typeof Role>
export const Scope = z.enum(['read', 'write'])

/** Shortest and longest password: a sentence works well; beyond 128 the hash only costs time. */
export const minPassword = 12
export const maxPassword = 128
export const Password = z
  .string()
  .min(minPassword, `Use at least ${minPassword} characters; a sentence works well.`)
  .max(maxPassword, `Use at most ${maxPassword} characters.`)
const Email = z
  .string()
  .max(254)
  .overwrite((text) => text.trim().toLowerCase())
  .check(z.email('This is not an email address.'))

export const Me = z.object({
  /** Null when a key calls. */
  person: z.object({ id: Id, name: z.string(), email: z.string() }).nullable(),
  account: z.object({ id: Id, name: z.string(), currency: Currency, sample: z.boolean() }),
  role: Role,
  scopes: z.array(Scope),
  /** What exists here beyond the specification, without probing. */
  extensions: z.array(z.string()),
  service: z.object({ name: z.string(), version: z.string() }),
})
export type Me = z.infer<typeof Me>

export const me = noun('me', {
  read: get('/me/', { summary: 'Who is calling, and what this service offers', returns: Me, extension: 'me' }),
  password: post('/me/password/', {
    summary: 'Change the own password; every other session ends',
    body: z.strictObject({ current: z.string().max(maxPassword), password: Password }),
    errors: ['invalid', 'throttled'],
    changes: ['session'],
    access: 'read',
    extension: 'session',
  }),
})

const everything = [
  'flow',
  'tool',
  'channel',
  'conversation',
  'run',
  'balance',
  'me',
  'person',
  'key',
  'activity',
  'sample',
] as const

export const session = noun('session', {
  create: post('/session/', {
    summary: 'Sign in; the answer sets the session cookie',
    body: z.strictObject({ email: z.string().max(254), password: z.string().max(1000) }),
    returns: Me,
    success: 201,
    errors: ['not_authenticated', 'throttled'],
    changes: everything,
    access: 'anyone',
    extension: 'session',
  }),
  remove: del('/session/', {
    summary: 'Sign out',
    changes: everything,
    access: 'anyone',
    extension: 'session',
  }),
})

export const setup = noun('setup', {
  read: get('/setup/', {
    summary: 'Whether the first account is still to be made',
    returns: z.object({ needed: z.boolean(), service: z.object({ name: z.string(), version: z.string() }) }),
    access: 'anyone',
    extension: 'setup',
  }),
  create: post('/setup/', {
    summary: 'Make the first account and its owner, with the one-time code of the start',
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
    changes: everything,
    access: 'anyone',
    extension: 'setup',
  }),
})

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
    summary: 'People of the account',
    query: pageQuery,
    returns: page(Person),
    extension: 'people',
  }),
  create: post('/person/', {
    summary: 'Add a person with a first password',
    body: z.strictObject({ email: Email, name: Name, role: Role, password: Password }),
    returns: Person,
    success: 201,
    errors: ['conflict'],
    changes: ['person'],
    access: 'owner',
    extension: 'people',
  }),
  edit: patch('/person/{id}/', {
    summary: 'Change name or role, or set a new password; the last owner stays owner',
    body: z.strictObject({ name: Name.optional(), role: Role.optional(), password: Password.optional() }),
    returns: Person,
    errors: ['not_found', 'conflict'],
    changes: ['person', 'me'],
    access: 'owner',
    extension: 'people',
  }),
  remove: del('/person/{id}/', {
    summary: 'Remove a person; sessions and keys of theirs end at once',
    errors: ['not_found', 'conflict'],
    changes: ['person', 'key'],
    access: 'owner',
    extension: 'people',
  }),
})

export const Key = z.object({
  id: Id,
  name: z.string(),
  scope: Scope,
  /** The first characters, to tell keys apart. */
  start: z.string(),
  created_by: Ref.nullable(),
  created_at: Time,
  expires_at: Time.nullable(),
  last_used_at: Time.nullable(),
})
export type Key = z.infer<typeof Key>

export const key = noun('key', {
  list: get('/key/', {
    summary: 'Keys of the account',
    query: pageQuery,
    returns: page(Key),
    access: 'owner',
    extension: 'keys',
  }),
  create: post('/key/', {
    summary: 'Make a key; its text is shown in this answer only',
    body: z.strictObject({ name: Name, scope: Scope, expires_at: Time.nullable().optional() }),
    returns: Key.extend({ key: z.union([z.string(), z.object({ set: z.literal(true) })]) }),
    success: 201,
    changes: ['key'],
    access: 'owner',
    extension: 'keys',
  }),
  remove: del('/key/{id}/', {
    summary: 'Revoke a key, at once',
    errors: ['not_found'],
    changes: ['key'],
    access: 'owner',
    extension: 'keys',
  }),
})

export const Activity = z.object({
  id: Id,
  at: Time,
  /** A person or a key; null = the service itself. */
  actor: z.object({ kind: z.enum(['person', 'key']), id: Id, name: z.string() }).nullable(),
  /** "flow.create", "session.failed": the endpoint's id, or what the service did. */
  action: z.string(),
  object: z.object({ noun: z.string(), id: z.string(), name: z.string().nullable() }).nullable(),
  address: z.string().nullable(),
})
export type Activity = z.infer<typeof Activity>

export const activity = noun('activity', {
  list: get('/activity/', {
    summary: 'Who did what, when and from where, for a year',
    query: pageQuery.extend({ actor: z.string().max(200).optional(), action: z.string().max(200).optional() }),
    returns: page(Activity),
    access: 'owner',
    extension: 'activity',
  }),
})

const SampleCounts = z.object({
  flows: z.int(),
  tools: z.int(),
  channels: z.int(),
  conversations: z.int(),
  runs: z.int(),
})

export const sample = noun('sample', {
  create: post('/sample/', {
    summary: 'Add the sample workspace; every object of it is marked',
    returns: SampleCounts,
    success: 201,
    errors: ['conflict'],
    changes: everything,
    access: 'owner',
    extension: 'sample',
  }),
  remove: del('/sample/', {
    summary: 'Remove the sample workspace and nothing else',
    changes: everything,
    access: 'owner',
    extension: 'sample',
  }),
})
