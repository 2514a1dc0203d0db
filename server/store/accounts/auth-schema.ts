/**
 * Tables for sign-in. `person`, `session`, `credential` and `verification` have the columns that better-auth requires.
 */
import { bigint, boolean, index, integer, pgTable, text, timestamp } from 'drizzle-orm/pg-core'
import { account } from '#server/store/tables/account.ts'

const at = (name: string) => timestamp(name, { withTimezone: true, precision: 3, mode: 'date' })

export const person = pgTable(
  'person',
  {
    id: text('id').primaryKey(),
    accountId: text('account_id')
      .notNull()
      .references(() => account.id, { onDelete: 'cascade' }),
    /** owner | operator | viewer */
    role: text('role').notNull(),
    name: text('name').notNull(),
    email: text('email').notNull().unique(),
    emailVerified: boolean('email_verified').notNull().default(false),
    image: text('image'),
    lastSeenAt: at('last_seen_at'),
    createdAt: at('created_at').notNull().defaultNow(),
    updatedAt: at('updated_at').notNull().defaultNow(),
  },
  (t) => [index('person_account').on(t.accountId, t.id)],
)

const personId = () =>
  text('person_id')
    .notNull()
    .references(() => person.id, { onDelete: 'cascade' })

export const session = pgTable(
  'session',
  {
    id: text('id').primaryKey(),
    userId: personId(),
    token: text('token').notNull().unique(),
    expiresAt: at('expires_at').notNull(),
    ipAddress: text('ip_address'),
    userAgent: text('user_agent'),
    createdAt: at('created_at').notNull().defaultNow(),
    updatedAt: at('updated_at').notNull().defaultNow(),
  },
  (t) => [index('session_person').on(t.userId), index('session_expires').on(t.expiresAt)],
)

/** Credentials of people: passwords, hashed with scrypt. */
export const credential = pgTable(
  'credential',
  {
    id: text('id').primaryKey(),
    userId: personId(),
    accountId: text('subject').notNull(),
    providerId: text('provider').notNull(),
    accessToken: text('access_token'),
    refreshToken: text('refresh_token'),
    idToken: text('id_token'),
    accessTokenExpiresAt: at('access_token_expires_at'),
    refreshTokenExpiresAt: at('refresh_token_expires_at'),
    scope: text('scope'),
    password: text('password'),
    createdAt: at('created_at').notNull().defaultNow(),
    updatedAt: at('updated_at').notNull().defaultNow(),
  },
  (t) => [index('credential_person').on(t.userId)],
)

export const verification = pgTable('verification', {
  id: text('id').primaryKey(),
  identifier: text('identifier').notNull(),
  value: text('value').notNull(),
  expiresAt: at('expires_at').notNull(),
  createdAt: at('created_at').notNull().defaultNow(),
  updatedAt: at('updated_at').notNull().defaultNow(),
})

/** API keys: stored as SHA-256, which is sufficient for 256 random bits; `start` is the visible beginning. */
export const key = pgTable(
  'key',
  {
    id: text('id').primaryKey(),
    accountId: text('account_id')
      .notNull()
      .references(() => account.id, { onDelete: 'cascade' }),
    name: text('name').notNull(),
    /** read | write */
    scope: text('scope').notNull(),
    start: text('start').notNull(),
    hash: text('hash').notNull().unique(),
    createdById: text('created_by_id').references(() => person.id, { onDelete: 'cascade' }),
    createdByName: text('created_by_name'),
    createdAt: at('created_at').notNull().defaultNow(),
    expiresAt: at('expires_at'),
    lastUsedAt: at('last_used_at'),
  },
  (t) => [index('key_account').on(t.accountId, t.id)],
)

/** Counters of sign-in limits, shared by all processes. Columns by rate-limiter-flexible. */
export const rateLimit = pgTable('rate_limit', {
  key: text('key').primaryKey(),
  points: integer('points').notNull(),
  expire: bigint('expire', { mode: 'number' }),
})

/** Facts of the installation, one row per name. `setup` is inserted by the set-up that created the first account. */
export const installation = pgTable('installation', { name: text('name').primaryKey(), value: text('value').notNull() })
