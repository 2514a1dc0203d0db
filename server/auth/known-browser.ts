/**
 * Device cookies: a browser in which a person has signed in gets a signed cookie, bound to the person and the password.
 * Sign-in attempts with it are counted separately (limits.ts). Source: OWASP, "Slow Down Online Guessing Attacks with
 * Device Cookies".
 */
import { createHash, createHmac, randomBytes } from 'node:crypto'
import { and, eq, isNotNull } from 'drizzle-orm'
import { session } from '#contract/account.ts'
import type { Config } from '#server/base/config.ts'
import { deriveKey, constantTimeEqual } from '#server/base/secrets.ts'
import { credential, person } from '#server/store/accounts/auth-schema.ts'
import type { Database } from '#server/store/db/database.ts'

const maxAgeSeconds = 90 * 24 * 3600
const idBytes = 16

export interface KnownBrowsers {
  /** `Set-Cookie` value for a browser in which the person has just signed in. */
  cookieFor(personId: string): Promise<string[]>
  /** Id of the browser if the person signed in there within 90 days and since the last password change; else null. */
  recognize(email: string, cookies: string | null): Promise<string | null>
}

interface SignedPerson {
  personId: string
  passwordHash: string
}

export function makeKnownBrowsers({ db }: Database, config: Config, secretKey: string, now: () => Date): KnownBrowsers {
  const key = deriveKey(secretKey, 'known browsers')
  const isSecure = config.publicUrl?.protocol === 'https:'
  const prefix = `${isSecure ? '__Secure-' : ''}flow.browser_`
  // One cookie per person, because several people may use one browser.
  const nameOf = (personId: string) => prefix + createHash('sha256').update(personId).digest('hex').slice(0, 16)
  const signatureOf = ({ personId, passwordHash }: SignedPerson, id: string, seconds: string) =>
    createHmac('sha256', key)
      .update(JSON.stringify([personId, passwordHash, id, seconds]))
      .digest('base64url')
  const find = async (condition: ReturnType<typeof eq>): Promise<SignedPerson | null> => {
    const [row] = await db
      .select({ personId: person.id, passwordHash: credential.password })
      .from(person)
      .innerJoin(credential, eq(credential.userId, person.id))
      .where(and(condition, isNotNull(credential.password)))
    return row ? { personId: row.personId, passwordHash: row.passwordHash ?? '' } : null
  }
  const nowSeconds = () => Math.floor(now().getTime() / 1000)

  return {
    async cookieFor(personId) {
      const account = await find(eq(person.id, personId))
      if (!account) return []
      const id = randomBytes(idBytes).toString('base64url')
      const seconds = String(nowSeconds())
      const value = [id, seconds, signatureOf(account, id, seconds)].join('.')
      const attributes = [`Max-Age=${maxAgeSeconds}`, `Path=/api${session.create.path}`, 'HttpOnly', 'SameSite=Lax']
      return [[`${nameOf(personId)}=${value}`, ...attributes, ...(isSecure ? ['Secure'] : [])].join('; ')]
    },
    async recognize(email, cookies) {
      if (cookies?.includes(prefix) !== true) return null
      const account = await find(eq(person.email, email.trim().toLowerCase()))
      if (!account) return null
      const start = `${nameOf(account.personId)}=`
      const cookie = cookies.split(/;\s*/).find((text) => text.startsWith(start)) ?? ''
      const [id = '', seconds = '', signature = ''] = cookie.slice(start.length).split('.')
      const isFresh = nowSeconds() - Number(seconds) < maxAgeSeconds
      return isFresh && constantTimeEqual(signature, signatureOf(account, id, seconds)) ? id : null
    },
  }
}
