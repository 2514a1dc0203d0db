/** Handlers of sign-in and sign-out. */
import { session } from '#contract/account.ts'
import { Fault } from '#server/base/fault.ts'
import type { Services } from '#server/protocol/services.ts'
import { recordActivity } from '#server/store/writes/activity.ts'
import { findPerson } from '#server/store/accounts/account.ts'
import { Scope } from '#server/store/db/scope.ts'
import type { Browser } from '#server/auth/auth.ts'
import { openHandler, type Handler, type Reply } from '#server/protocol/handler.ts'
import { describeMe } from './me.ts'
import type { Me } from '#contract/account.ts'

/** The `Cookie` header that a browser would send for these `Set-Cookie` lines. */
const cookieOf = (cookies: readonly string[]): string => cookies.map((line) => line.split(';')[0] ?? '').join('; ')

/** Signs in and returns the `/me/` response. Null if the email address or the password is wrong. */
export async function signIn(
  services: Services,
  email: string,
  password: string,
  browser: Browser,
): Promise<Reply<Me> | null> {
  const { auth, callers, database, knownBrowsers, now } = services
  const done = await auth.signIn(email, password, browser)
  if (!done) return null
  const found = await callers.byCookie(cookieOf(done.cookies), false)
  if (!found) return null
  const { caller } = found
  const scope = new Scope(database.db, caller.account)
  await recordActivity(
    scope,
    { action: 'session.create', caller, noun: null, object: null, address: browser.address },
    now(),
  )
  const known = await knownBrowsers.cookieFor(done.personId)
  return { body: await describeMe(scope, caller, services), cookies: [...done.cookies, ...known] }
}

const create = openHandler(session.create, async ({ services, browser }, { body }) => {
  const known = await services.knownBrowsers.recognize(body.email, browser.cookie)
  const right = await services.limits.attempt('session', body.email, browser.address, known)
  const reply = await signIn(services, body.email, body.password, browser)
  if (reply) {
    await right()
    return reply
  }
  // Logged in the account's activity; the caller cannot tell a wrong email address from a wrong password.
  const person = await findPerson(services.database.db, body.email)
  if (person) {
    const entry = {
      action: 'session.failed',
      caller: null,
      noun: 'person',
      object: { id: person.id, name: person.name },
      address: browser.address,
    }
    recordActivity(new Scope(services.database.db, person.accountId), entry, services.now()).catch((error: unknown) =>
      services.log.warn('failed sign-in not recorded', { error }),
    )
  }
  throw new Fault('not_authenticated', 'The email address or the password is wrong.')
})

const remove = openHandler(session.remove, async ({ services, browser }) => {
  const cookies = browser.cookie === null ? [] : await services.auth.signOut(browser)
  services.callers.clear()
  return { body: null, cookies }
})

export const sessionHandlers: Handler[] = [create, remove]
