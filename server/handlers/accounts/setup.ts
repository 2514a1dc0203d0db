/**
 * Set-up: creates the first account, with the one-time code that the start printed. The code is also required on
 * localhost: otherwise the first caller of the port would own the installation.
 */
import { setup } from '#contract/account.ts'
import { hashPassword } from '#server/auth/password.ts'
import { Fault } from '#server/base/fault.ts'
import { hasMatchingSecretKey } from '#server/base/secret-key-fingerprint.ts'
import { constantTimeEqual } from '#server/base/secrets.ts'
import { about } from '#server/base/installation.ts'
import { addFirstAccount, setupNeeded } from '#server/store/accounts/account.ts'
import { openHandler, type Handler } from '#server/protocol/handler.ts'
import { signIn } from './session.ts'

const read = openHandler(setup.read, async ({ services }) => ({
  body: { needed: await setupNeeded(services.database.db), service: { name: about.name, version: about.version } },
}))

const done = () => new Fault('conflict', 'The first account already exists. Sign in.')

const create = openHandler(setup.create, async ({ services, browser }, { body }) => {
  const { config, database, limits, now } = services
  const right = await limits.attempt('setup', 'setup', browser.address)
  if (!constantTimeEqual(body.code, services.setupCode))
    throw new Fault('permission_denied', 'The setup code is wrong. Use the address that was printed at the last start.')
  await right()
  if (!(await setupNeeded(database.db))) throw done()
  const name = body.name ?? body.email.split('@')[0] ?? body.email
  const owner = { email: body.email, name, passwordHash: await hashPassword(body.password) }
  const made = await addFirstAccount(
    database.db,
    { name: body.account ?? name, currency: config.currency, credit: config.initialCredit, owner },
    now(),
  )
  await hasMatchingSecretKey(database.pool, services.secretKey)
  const reply = made && (await signIn(services, body.email, body.password, browser))
  if (!reply) throw done()
  return reply
})

export const setupHandlers: Handler[] = [read, create]
