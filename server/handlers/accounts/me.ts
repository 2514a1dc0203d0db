/** Handlers of `/me/`: the caller, and their password. */
import { eq } from 'drizzle-orm'
import { me, type Me } from '#contract/account.ts'
import { allExtensions } from '#contract/api.ts'
import { invalid, notFound } from '#server/base/fault.ts'
import { about } from '#server/base/installation.ts'
import { account } from '#server/store/tables/account.ts'
import { flow } from '#server/store/tables/flow.ts'
import type { Scope } from '#server/store/db/scope.ts'
import type { Caller } from '#server/base/caller.ts'
import { handler, type Handler } from '#server/protocol/handler.ts'
import type { Services } from '#server/protocol/services.ts'

/** The `/me/` response for a caller. */
export async function describeMe(
  scope: Scope,
  caller: Caller,
  { config: { model }, events }: Pick<Services, 'config' | 'events'>,
): Promise<Me> {
  const lastEventId = events.currentSeq(caller.account)
  const [row] = await scope.selectAccount({ id: account.id, name: account.name, currency: account.currency })
  if (!row) throw notFound('account')
  const sample = await scope.select(flow, { id: flow.id }, eq(flow.sample, true)).limit(1)
  const { id, name, email, role, scopes } = caller
  return {
    person: email === null ? null : { id, name, email },
    account: { ...row, sample: sample.length > 0 },
    role,
    scopes: [...scopes],
    extensions: [...allExtensions],
    service: { name: about.name, version: about.version },
    model: model && { default: model.name },
    last_event_id: lastEventId,
  }
}

const read = handler(me.read, async ({ scope, caller, services }) => ({
  body: await describeMe(scope, caller, services),
}))

const password = handler(me.password, async ({ services, caller, browser }, { body }) => {
  if (caller.kind !== 'person') throw invalid('current', 'A key has no password. Sign in to change yours.')
  const right = await services.limits.attempt('password', caller.id, browser.address)
  const cookies = await services.auth.changePassword(body.current, body.password, browser)
  if (!cookies) throw invalid('current', 'The current password is wrong.')
  await right()
  services.callers.clear()
  return { body: null, cookies: [...cookies, ...(await services.knownBrowsers.cookieFor(caller.id))] }
})

export const meHandlers: Handler[] = [read, password]
