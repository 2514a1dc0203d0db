/**
 * `account create|password|credit`: for the first account of a server without a browser, and for operations that the
 * console does not allow.
 */
import { randomBytes } from 'node:crypto'
import { parseArgs } from 'node:util'
import { z } from 'zod'
import { Password } from '#contract/account.ts'
import { newId } from '#lib/id.ts'
import { formatMicros, parseMicros } from '#lib/money/money.ts'
import { hashPassword } from '#server/auth/password.ts'
import { hasMatchingSecretKey } from '#server/base/secret-key-fingerprint.ts'
import { addAccount, bookEntry, findPerson, setPassword } from '#server/store/accounts/account.ts'
import { person } from '#server/store/accounts/auth-schema.ts'
import { account } from '#server/store/tables/account.ts'
import { eq } from 'drizzle-orm'
import { CommandError } from '#server/base/fault.ts'
import type { Command, CommandParts } from './command.ts'

const accountHelp = `npm run account -- create --email E [--name N] [--account A] [--password P]
npm run account -- password --email E [--password P]
npm run account -- credit --email E --amount 10.00 [--note T]

create    creates an account and its owner
password  sets a person's password and ends all their sessions
credit    books an amount to the account of a person; a negative amount is deducted

Without --password, a password is generated and printed last. --password - reads it from standard input.
`

const options = {
  email: { type: 'string' },
  name: { type: 'string' },
  account: { type: 'string' },
  password: { type: 'string' },
  amount: { type: 'string' },
  note: { type: 'string' },
} as const

type Values = { [K in keyof typeof options]?: string | undefined }

const madePassword = () => randomBytes(15).toString('base64url')

function emailOf(values: Values): string {
  const email = z.email().safeParse(values.email?.trim().toLowerCase())
  if (!email.success) throw new CommandError('--email: give an email address.')
  return email.data
}

function passwordOf(values: Values): { password: string; lines: string[] } {
  if (values.password === undefined) {
    const made = madePassword()
    return { password: made, lines: [made] }
  }
  const read = Password.safeParse(values.password)
  if (!read.success) throw new CommandError(`--password: ${read.error.issues[0]?.message ?? 'is not valid.'}`)
  return { password: read.data, lines: [] }
}

/** The person with this e-mail address, or an error. */
export async function needPersonByEmail({ database }: CommandParts, email: string) {
  const found = await findPerson(database.db, email)
  if (!found) throw new CommandError(`No person has the email address ${email}.`)
  return found
}

async function create(
  { database, config, now, secretKey, clearCallers }: CommandParts,
  values: Values,
): Promise<string[]> {
  const email = emailOf(values)
  const { password, lines } = passwordOf(values)
  const name = values.name ?? email.split('@')[0] ?? email
  const owner = { email, name, passwordHash: await hashPassword(password) }
  const made = { name: values.account ?? name, currency: config.currency, credit: config.initialCredit, owner }
  const { accountId } = await database.db.transaction((tx) => addAccount(tx, made, now()))
  await hasMatchingSecretKey(database.pool, secretKey)
  clearCallers()
  return [`Created the account ${accountId} with its owner ${email}.`, ...lines]
}

async function changePassword(parts: CommandParts, values: Values): Promise<string[]> {
  const found = await needPersonByEmail(parts, emailOf(values))
  const { password: text, lines } = passwordOf(values)
  const hash = await hashPassword(text)
  await parts.database.db.transaction((tx) => setPassword(tx, found.id, hash, parts.now()))
  parts.clearCallers()
  return [`Changed the password of ${found.email}. Their sessions have ended.`, ...lines]
}

async function credit(parts: CommandParts, values: Values): Promise<string[]> {
  const { db } = parts.database
  const found = await needPersonByEmail(parts, emailOf(values))
  const micros = parseMicros(values.amount ?? '')
  if (micros === null || micros === 0n) throw new CommandError('--amount: give an amount like 10.00.')
  const kind = micros > 0n ? 'top_up' : 'adjustment'
  await db.transaction((tx) =>
    bookEntry(tx, found.accountId, { kind, micros, key: newId('credit'), note: values.note ?? null }, parts.now()),
  )
  const [row] = await db
    .select({ currency: account.currency })
    .from(account)
    .innerJoin(person, eq(person.accountId, account.id))
    .where(eq(person.id, found.id))
  return [`Booked ${formatMicros(micros)} ${row?.currency ?? ''} to the account of ${found.email}.`]
}

const verbs = { create, password: changePassword, credit } as const

const isVerb = (text: string | undefined): text is keyof typeof verbs =>
  text !== undefined && Object.hasOwn(verbs, text)

export const accountCommand: Command = {
  help: accountHelp,
  run: async (parts, [verb, ...args]) => {
    if (!isVerb(verb)) throw new CommandError(`Use one of: ${Object.keys(verbs).join(', ')}.`)
    return verbs[verb](parts, parseArgs({ args, options }).values)
  },
}
