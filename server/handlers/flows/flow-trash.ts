/** Handlers of the trash: list, restore, delete permanently. */
import { flowTrash } from '#contract/flows/flow-trash.ts'
import { notFound } from '#server/base/fault.ts'
import { handler, type Handler } from '#server/protocol/handler.ts'
import { deletedDocument } from '#server/store/flows/flow-document.ts'
import { listTrash, purgeFlow, restoreFlow } from '#server/store/flows/flow-trash.ts'
import { flowReply, flowStatusEffects, needFlow } from './flow.ts'

const trash = handler(flowTrash.trash, async ({ scope, services }, { query }) => ({
  body: await listTrash(scope, query, services.now()),
}))

const restore = handler(
  flowTrash.restore,
  async (context, { params: { id } }) => {
    if ((await restoreFlow(context.scope, id, context.services.now())) === null) throw notFound('flow')
    return { ...flowReply(context, await needFlow(context, id)), after: flowStatusEffects(context, id) }
  },
  {
    // Checks a large flow before the transaction, in which other requests would have to wait for it.
    before: async (context, { params: { id } }) => {
      const document = await deletedDocument(context.scope, id)
      if (document === null || document.text !== null) return
      await context.admit(document.size)
      await context.services.flowLint.getOrLint(context.scope, document)
    },
  },
)

const purge = handler(flowTrash.purge, async ({ scope, services }, { params: { id } }) => {
  const name = await purgeFlow(scope, id, services.now())
  if (name === null) throw notFound('flow')
  return { body: null, object: { id, name } }
})

export const flowTrashHandlers: Handler[] = [trash, restore, purge]
