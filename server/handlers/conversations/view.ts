/** Handlers of saved views of the inbox. */
import { conversationFields } from '#contract/conversation.ts'
import { readGroup, type FilterGroup } from '#contract/filter/filter-group.ts'
import { parseOrdering } from '#contract/filter/filter.ts'
import { maxViews, view, type View } from '#contract/view.ts'
import { Fault, invalid, notFound } from '#server/base/fault.ts'
import { refuseFilter } from '#server/protocol/query.ts'
import {
  addView,
  changeView,
  countViews,
  isNameTaken,
  resetViewOfOthers,
  listViews,
  placeView,
  readSavedView,
  removeView,
} from '#server/store/conversations/view.ts'
import { etagOf } from '#server/protocol/etag.ts'
import { handler, type Context, type Handler } from '#server/protocol/handler.ts'

const list = handler(view.list, async ({ scope, caller }, { query }) => ({
  body: await listViews(scope, caller.id, query),
}))

async function needView({ scope, caller }: Context, id: string): Promise<View> {
  const found = await readSavedView(scope, caller.id, id)
  if (!found) throw notFound('view')
  return found
}

async function viewReply(context: Context, id: string) {
  const body = await needView(context, id)
  return { body, headers: { ETag: etagOf(body.version, body) }, object: { id, name: body.name } }
}

const orderable = conversationFields.fields.filter((one) => one.orderable).map((one) => one.name)

/** 400 if filter or ordering is invalid for the list of conversations. */
function refuseWrong(filter: FilterGroup | undefined, ordering: string | null | undefined): void {
  if (filter) refuseFilter(readGroup(conversationFields, filter).errors)
  const order = parseOrdering(orderable, ordering ?? '')
  if (typeof order === 'string') throw invalid('ordering', order)
}

const nameTaken = (isShared: boolean) =>
  invalid('name', `${isShared ? 'A shared view' : 'One of your views'} already has this name. Choose another name.`)

async function refuseTaken(
  { scope }: Context,
  name: string,
  isShared: boolean,
  owner: string,
  exceptId = '',
): Promise<void> {
  if (await isNameTaken(scope, name, isShared, owner, exceptId)) throw nameTaken(isShared)
}

async function refuseTooMany({ scope }: Context, isShared: boolean, owner: string): Promise<void> {
  if ((await countViews(scope, owner, isShared)) < maxViews) return
  const which = isShared ? 'The account shares' : 'You have'
  throw new Fault('conflict', `${which} ${maxViews} views, the maximum. Delete one first.`)
}

const read = handler(view.read, (context, { params }) => viewReply(context, params.id))

const create = handler(view.create, async (context, { body }) => {
  const { scope, caller } = context
  const { name, filter, ordering = null, visibility = 'private', pinned, is_default: isDefault } = body
  const isShared = visibility === 'shared'
  refuseWrong(filter, ordering)
  await refuseTooMany(context, isShared, caller.id)
  await refuseTaken(context, name, isShared, caller.id)
  const id = await addView(scope, caller, { name, filter, ordering, isShared })
  if (id === null) throw nameTaken(isShared)
  await placeView(scope, caller.id, id, { isPinned: pinned, isDefault })
  return viewReply(context, id)
})

const edit = handler(view.edit, async (context, { params, body }) => {
  const { scope, caller } = context
  const { name, filter, ordering, visibility } = body
  const found = await needView(context, params.id)
  const isShared = (visibility ?? found.visibility) === 'shared'
  const isMoved = visibility !== undefined && visibility !== found.visibility
  refuseWrong(filter, ordering)
  if (isMoved && !isShared && !found.is_mine)
    throw new Fault('permission_denied', `Only ${found.owner.name} can make this view private.`)
  if (isMoved) await refuseTooMany(context, isShared, found.owner.id)
  if (isMoved || name !== undefined) await refuseTaken(context, name ?? found.name, isShared, found.owner.id, found.id)
  await changeView(scope, found.id, { name, filter, ordering, isShared })
  if (isMoved && !isShared) await resetViewOfOthers(scope, found.id, caller.id)
  return viewReply(context, found.id)
})

const place = handler(view.place, async (context, { params, body }) => {
  const found = await needView(context, params.id)
  await placeView(context.scope, context.caller.id, found.id, { isPinned: body.pinned, isDefault: body.is_default })
  return viewReply(context, found.id)
})

const remove = handler(view.remove, async (context, { params }) => {
  const { id, name } = await needView(context, params.id)
  await removeView(context.scope, id)
  return { body: null, object: { id, name } }
})

export const viewHandlers: Handler[] = [list, read, create, edit, place, remove]
