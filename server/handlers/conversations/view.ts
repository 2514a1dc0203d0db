/** Handlers of saved views. */
import { runFields } from '#contract/billing.ts'
import { conversationFields } from '#contract/conversation.ts'
import { readGroup, type FilterGroup } from '#contract/filter/filter-group.ts'
import { parseOrdering } from '#contract/filter/filter.ts'
import type { Catalogue } from '#contract/kernel/catalogue.ts'
import { maxViews, view, type View, type ViewList } from '#contract/view.ts'
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
  type ViewGroup,
} from '#server/store/conversations/view.ts'
import { etagOf } from '#server/protocol/etag.ts'
import { handler, type Context, type Handler } from '#server/protocol/handler.ts'

/** The list of views that name none. */
const defaultList: ViewList = 'conversation'

const list = handler(view.list, async ({ scope, caller }, { query: { list: of, ...query } }) => ({
  body: await listViews(scope, caller.id, of ?? defaultList, query),
}))

const listOf = ({ list: of = defaultList }: View): ViewList => of

async function needView({ scope, caller }: Context, id: string): Promise<View> {
  const found = await readSavedView(scope, caller.id, id)
  if (!found) throw notFound('view')
  return found
}

async function viewReply(context: Context, id: string) {
  const body = await needView(context, id)
  return { body, headers: { ETag: etagOf(body.version, body) }, object: { id, name: body.name } }
}

const catalogues: Readonly<Record<ViewList, Catalogue>> = { conversation: conversationFields, run: runFields }

/** 400 if filter or ordering is invalid for the list. */
function refuseWrong(of: ViewList, filter: FilterGroup | undefined, ordering: string | null | undefined): void {
  const catalogue = catalogues[of]
  if (filter) refuseFilter(readGroup(catalogue, filter).errors)
  const orderable = catalogue.fields.filter((one) => one.orderable).map((one) => one.name)
  const order = parseOrdering(orderable, ordering ?? '')
  if (typeof order === 'string') throw invalid('ordering', order)
}

const nameTaken = (isShared: boolean) =>
  invalid('name', `${isShared ? 'A shared view' : 'One of your views'} already has this name. Choose another name.`)

async function refuseTaken({ scope }: Context, name: string, group: ViewGroup, exceptId = ''): Promise<void> {
  if (await isNameTaken(scope, name, group, exceptId)) throw nameTaken(group.isShared)
}

async function refuseTooMany({ scope }: Context, group: ViewGroup): Promise<void> {
  if ((await countViews(scope, group)) < maxViews) return
  const which = group.isShared ? 'The account shares' : 'You have'
  throw new Fault('conflict', `${which} ${maxViews} views, the maximum. Delete one first.`)
}

const read = handler(view.read, (context, { params }) => viewReply(context, params.id))

const create = handler(view.create, async (context, { body }) => {
  const { scope, caller } = context
  const { name, list: of = defaultList, filter, ordering = null, pinned, is_default: isDefault } = body
  const isShared = body.visibility === 'shared'
  const group = { list: of, isShared, owner: caller.id }
  refuseWrong(of, filter, ordering)
  await refuseTooMany(context, group)
  await refuseTaken(context, name, group)
  const id = await addView(scope, caller, { name, list: of, filter, ordering, isShared })
  if (id === null) throw nameTaken(isShared)
  await placeView(scope, caller.id, { id, list: of }, { isPinned: pinned, isDefault })
  return viewReply(context, id)
})

const edit = handler(view.edit, async (context, { params, body }) => {
  const { scope, caller } = context
  const { name, filter, ordering, visibility } = body
  const found = await needView(context, params.id)
  const isShared = (visibility ?? found.visibility) === 'shared'
  const isMoved = visibility !== undefined && visibility !== found.visibility
  const group = { list: listOf(found), isShared, owner: found.owner.id }
  refuseWrong(group.list, filter, ordering)
  if (isMoved && !isShared && !found.is_mine)
    throw new Fault('permission_denied', `Only ${found.owner.name} can make this view private.`)
  if (isMoved) await refuseTooMany(context, group)
  if (isMoved || name !== undefined) await refuseTaken(context, name ?? found.name, group, found.id)
  await changeView(scope, found.id, { name, filter, ordering, isShared })
  if (isMoved && !isShared) await resetViewOfOthers(scope, found.id, caller.id)
  return viewReply(context, found.id)
})

const place = handler(view.place, async (context, { params, body }) => {
  const found = await needView(context, params.id)
  const to = { isPinned: body.pinned, isDefault: body.is_default }
  await placeView(context.scope, context.caller.id, { id: found.id, list: listOf(found) }, to)
  return viewReply(context, found.id)
})

const remove = handler(view.remove, async (context, { params }) => {
  const { id, name } = await needView(context, params.id)
  await removeView(context.scope, id)
  return { body: null, object: { id, name } }
})

export const viewHandlers: Handler[] = [list, read, create, edit, place, remove]
