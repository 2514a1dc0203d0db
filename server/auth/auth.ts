/** Sign-in: better-auth stores passwords and sessions; none of its routes are mounted. */
import { drizzleAdapter } from 'better-auth/adapters/drizzle'
import { betterAuth } from 'better-auth'
import { isAPIError } from 'better-auth/api'
import { maxPassword, minPassword } from '#contract/account.ts'
import type { Config } from '#server/base/config.ts'
import type { Log } from '#server/base/log.ts'
import { Fault } from '#server/base/fault.ts'
import { deriveKey } from '#server/base/secrets.ts'
import { credential, person, session, verification } from '#server/store/accounts/auth-schema.ts'
import type { Database } from '#server/store/db/database.ts'
import { newId } from '#lib/id.ts'
import { hashPassword, verifyPassword } from './password.ts'

/** Session lifetime in seconds: a session ends after a week without use. */
const sessionSeconds = 7 * 24 * 3600
/** The expiry is extended at most once a day. */
const sessionUpdateSeconds = 24 * 3600

/** Request data about the browser; address and user agent are stored with the session. */
export interface Browser {
  cookie: string | null
  address: string
  userAgent: string | null
}

export interface Auth {
  /** Cookies of a new session; null if the e-mail or password is wrong. Both cases take equally long. */
  signIn(email: string, password: string, browser: Browser): Promise<{ cookies: string[]; personId: string } | null>
  /** Cookies that clear the session cookie; the session ends immediately. */
  signOut(browser: Browser): Promise<string[]>
  /** Person of a session cookie, and `cookies` if the session was extended. `renews` false: never extends it. */
  sessionOf(cookie: string, renews?: boolean): Promise<{ personId: string; cookies: string[] } | null>
  /** Ends all other sessions and returns the cookies of a new one. Null if the current password is wrong. */
  changePassword(current: string, password: string, browser: Browser): Promise<string[] | null>
}

const prefixes: Record<string, string> = { user: 'usr', session: 'ses', account: 'crd', verification: 'vrf' }

function setUp(database: Database, config: Config, secretKey: string, log: Log) {
  return betterAuth({
    appName: 'Flow Console',
    baseURL: config.publicUrl?.origin ?? `http://localhost:${config.port}`,
    secret: deriveKey(secretKey, 'sessions').toString('base64url'),
    database: drizzleAdapter(database.db, {
      provider: 'pg',
      schema: { person, session, credential, verification },
      // A transaction of better-auth would wait for the embedded database's only connection.
      transaction: false,
    }),
    user: {
      modelName: 'person',
      additionalFields: {
        accountId: { type: 'string', required: true, input: false },
        role: { type: 'string', required: true, input: false },
      },
    },
    session: {
      modelName: 'session',
      expiresIn: sessionSeconds,
      updateAge: sessionUpdateSeconds,
      cookieCache: { enabled: false },
    },
    account: { modelName: 'credential' },
    verification: { modelName: 'verification' },
    emailAndPassword: {
      enabled: true,
      // The owner adds people.
      disableSignUp: true,
      minPasswordLength: minPassword,
      maxPasswordLength: maxPassword,
      password: { hash: hashPassword, verify: ({ hash, password }) => verifyPassword(hash, password) },
    },
    // Replaced by limits.ts, which counts per address and per name, across all processes.
    rateLimit: { enabled: false },
    telemetry: { enabled: false },
    logger: { log: (level, message) => log[level](`sign-in: ${message}`) },
    advanced: {
      cookiePrefix: 'flow',
      useSecureCookies: config.publicUrl?.protocol === 'https:',
      defaultCookieAttributes: { httpOnly: true, sameSite: 'lax', path: '/' },
      database: { generateId: ({ model }) => newId(prefixes[model] ?? model.slice(0, 3)) },
      ipAddress: { ipAddressHeaders: [addressHeader] },
    },
  })
}

/** Internal header for the client address as determined by TRUST_PROXY; never taken from a request. */
const addressHeader = 'x-caller-address'

function headersOf({ cookie, address, userAgent }: Browser): Headers {
  const headers = new Headers({ [addressHeader]: address })
  if (cookie !== null) headers.set('cookie', cookie)
  if (userAgent !== null) headers.set('user-agent', userAgent)
  return headers
}

export function makeAuth(database: Database, config: Config, secretKey: string, log: Log): Auth {
  const library = setUp(database, config, secretKey, log)
  /**
   * Null if better-auth rejects the request. A status of 500 or above means that the database is unavailable, which
   * throws 503; the cause is only in the log.
   */
  const refused = (error: unknown): null => {
    if (!isAPIError(error)) throw error
    if (error.statusCode < 500) return null
    throw new Fault('unavailable', 'Sign-in is currently unavailable. Nothing was changed. Try again in a moment.', {
      headers: { 'retry-after': '2' },
    })
  }
  return {
    async signIn(email, password, browser) {
      const done = await library.api
        .signInEmail({
          body: { email: email.trim().toLowerCase(), password },
          headers: headersOf(browser),
          returnHeaders: true,
        })
        .catch(refused)
      return done && { cookies: done.headers.getSetCookie(), personId: done.response.user.id }
    },
    async signOut(browser) {
      const done = await library.api.signOut({ headers: headersOf(browser), returnHeaders: true }).catch(refused)
      return done?.headers.getSetCookie() ?? []
    },
    async sessionOf(cookie, renews = true) {
      const done = await library.api
        .getSession({ headers: new Headers({ cookie }), query: { disableRefresh: !renews }, returnHeaders: true })
        .catch(refused)
      return done?.response ? { personId: done.response.user.id, cookies: done.headers.getSetCookie() } : null
    },
    async changePassword(current, password, browser) {
      const done = await library.api
        .changePassword({
          body: { currentPassword: current, newPassword: password, revokeOtherSessions: true },
          headers: headersOf(browser),
          returnHeaders: true,
        })
        .catch(refused)
      return done && done.headers.getSetCookie()
    },
  }
}
