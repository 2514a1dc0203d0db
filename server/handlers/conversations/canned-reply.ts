/** Handlers of canned replies. */
import { cannedReply, maxCannedReplies, type CannedReply } from '#contract/canned-reply.ts'
import { Fault, invalid, notFound } from '#server/base/fault.ts'
import { etagOf } from '#server/protocol/etag.ts'
import { handler, type Context, type Handler } from '#server/protocol/handler.ts'
import {
  addCannedReply,
  changeCannedReply,
  countCannedReplies,
  isShortcutTaken,
  listCannedReplies,
  readCannedReply,
  removeCannedReply,
} from '#server/store/conversations/canned-reply.ts'

async function needCannedReply({ scope }: Context, id: string): Promise<CannedReply> {
  const found = await readCannedReply(scope, id)
  if (!found) throw notFound('canned reply')
  return found
}

async function cannedReplyReply(context: Context, id: string) {
  const body = await needCannedReply(context, id)
  return { body, headers: { ETag: etagOf(body.version, body) }, object: { id, name: body.name } }
}

const shortcutTaken = (shortcut: string) =>
  invalid('shortcut', `Another canned reply has the shortcut /${shortcut}. Choose another one.`)

const list = handler(cannedReply.list, async ({ scope }, { query }) => ({
  body: await listCannedReplies(scope, query),
}))

const read = handler(cannedReply.read, (context, { params }) => cannedReplyReply(context, params.id))

const create = handler(cannedReply.create, async (context, { body }) => {
  const { scope } = context
  if ((await countCannedReplies(scope)) >= maxCannedReplies)
    throw new Fault('conflict', `The account has ${maxCannedReplies} canned replies, the maximum. Delete one first.`)
  if (await isShortcutTaken(scope, body.shortcut, '')) throw shortcutTaken(body.shortcut)
  const id = await addCannedReply(scope, body)
  if (id === null) throw shortcutTaken(body.shortcut)
  return cannedReplyReply(context, id)
})

const edit = handler(cannedReply.edit, async (context, { params, body: { version: _version, ...facts } }) => {
  const { scope } = context
  const { id } = await needCannedReply(context, params.id)
  if (facts.shortcut !== undefined && (await isShortcutTaken(scope, facts.shortcut, id)))
    throw shortcutTaken(facts.shortcut)
  await changeCannedReply(scope, id, facts)
  return cannedReplyReply(context, id)
})

const remove = handler(cannedReply.remove, async (context, { params }) => {
  const { id, name } = await needCannedReply(context, params.id)
  await removeCannedReply(context.scope, id)
  return { body: null, object: { id, name } }
})

export const cannedReplyHandlers: Handler[] = [list, read, create, edit, remove]
