/** Handlers of API keys. */
import { key } from '#contract/key.ts'
import { invalid, notFound } from '#server/base/fault.ts'
import { createKey, listKeys, readKey, removeKey } from '#server/store/accounts/key.ts'
import type { Scope } from '#server/store/db/scope.ts'
import { handler, type Handler } from '#server/protocol/handler.ts'

const list = handler(key.list, async ({ scope }, { query }) => ({ body: await listKeys(scope, query) }))

async function replyOf<T>(scope: Scope, id: string, text: T) {
  const found = await readKey(scope, id)
  if (!found) throw notFound('key')
  return { body: { ...found, key: text }, object: { id, name: found.name } }
}

const create = handler(
  key.create,
  async ({ scope, caller, services }, { body }) => {
    const expiresAt = body.expires_at == null ? null : new Date(body.expires_at)
    if (expiresAt && expiresAt <= services.now()) throw invalid('expires_at', 'Use a time in the future.')
    const { id, name } = caller
    const made = await createKey(
      scope,
      { name: body.name, scope: body.scope, expiresAt, createdBy: { id, name } },
      services.now(),
    )
    return replyOf(scope, made.id, made.text)
  },
  { remake: ({ scope }, id) => replyOf(scope, id, { set: true as const }) },
)

const remove = handler(key.remove, async ({ scope, services }, { params }) => {
  const name = await removeKey(scope, params.id)
  if (name === null) throw notFound('key')
  return { body: null, object: { id: params.id, name }, after: services.callers.clear }
})

export const keyHandlers: Handler[] = [list, create, remove]
