/** Handlers of the account's people. */
import { person, type Person } from '#contract/person.ts'
import { hashPassword } from '#server/auth/password.ts'
import { Fault, notFound } from '#server/base/fault.ts'
import { addPerson, setPassword } from '#server/store/accounts/account.ts'
import { changePerson, hasOtherOwner, listPeople, readPerson, removePerson } from '#server/store/accounts/person.ts'
import { unassign } from '#server/store/conversations/triage.ts'
import type { Scope } from '#server/store/db/scope.ts'
import { handler, type Context, type Handler, type Reply } from '#server/protocol/handler.ts'

async function needPerson(scope: Scope, id: string): Promise<Person> {
  const found = await readPerson(scope, id)
  if (!found) throw notFound('person')
  return found
}

const replyOf = (found: Person): Reply<Person> => ({ body: found, object: { id: found.id, name: found.name } })

const lastOwner = () =>
  new Fault('conflict', 'An account needs at least one owner. Make another person an owner first.')

const list = handler(person.list, async ({ scope }, { query }) => ({ body: await listPeople(scope, query) }))

const create = handler(
  person.create,
  async ({ scope, services }, { body }) => {
    const { password, ...rest } = body
    const passwordHash = await hashPassword(password)
    const id = await scope.withAccount((db, account) =>
      addPerson(db, account, { ...rest, passwordHash }, services.now()),
    )
    return replyOf(await needPerson(scope, id))
  },
  { remake: async ({ scope }, id) => replyOf(await needPerson(scope, id)) },
)

const edit = handler(person.edit, async ({ scope, services }: Context, { params, body }) => {
  const { password, ...change } = body
  const passwordHash = password === undefined ? null : await hashPassword(password)
  const found = await needPerson(scope, params.id)
  if (
    found.role === 'owner' &&
    change.role !== undefined &&
    change.role !== 'owner' &&
    !(await hasOtherOwner(scope, params.id))
  )
    throw lastOwner()
  await changePerson(scope, params.id, change, services.now())
  if (change.role === 'viewer') await unassign(scope, params.id)
  if (passwordHash !== null) await scope.withAccount((db) => setPassword(db, params.id, passwordHash, services.now()))
  return { ...replyOf(await needPerson(scope, params.id)), after: services.callers.clear }
})

const remove = handler(person.remove, async ({ scope, services }, { params }) => {
  const found = await needPerson(scope, params.id)
  if (found.role === 'owner' && !(await hasOtherOwner(scope, params.id))) throw lastOwner()
  await removePerson(scope, params.id)
  await unassign(scope, params.id)
  return { body: null, object: { id: found.id, name: found.name }, after: services.callers.clear }
})

export const personHandlers: Handler[] = [list, create, edit, remove]
