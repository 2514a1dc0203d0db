/** Handlers of facets, bulk changes and undo, replies and notes. */
import { conversationFields, type Conversation } from '#contract/conversation.ts'
import { conversationWork, maxBulk } from '#contract/conversation-work.ts'
import { readGroup, type FilterGroup } from '#contract/filter/filter-group.ts'
import type { FilterPart } from '#contract/filter/filter.ts'
import { Fault, invalid } from '#server/base/fault.ts'
import { replyObstacle } from '#server/engine/channels/messenger.ts'
import { refuseFilter } from '#server/protocol/query.ts'
import {
  changeConversations,
  matchingIds,
  readBulk,
  undoBulkChange,
  unknownIds,
} from '#server/store/conversations/conversation-bulk.ts'
import { countFacets, knownFacets, readFacets } from '#server/store/conversations/conversation-facets.ts'
import { wakeConversations } from './conversation.ts'
import { storeReply, storeNote } from '#server/store/conversations/message-person.ts'
import { readMessage } from '#server/store/conversations/message.ts'
import { handler, type Context, type Handler, defaultZone } from '#server/protocol/handler.ts'
import { loggedBulkChanges } from './logged-changes.ts'
import { needConversation, triageOf } from './triage-input.ts'

const facets = handler(conversationWork.facets, async ({ scope, caller, filter, services }, { query }) => {
  await wakeConversations(services, scope.account)
  const names = readFacets(query.facets)
  if (!names) throw invalid('facets', `Use one or more of ${knownFacets}.`)
  return { body: await countFacets(scope, names, filter, { zone: query.tz ?? defaultZone, caller: caller.id }) }
})

/** Parses a filter in a body; 400 with each invalid path. */
function filterOf(sent: FilterGroup): FilterPart[] {
  const { group, errors } = readGroup(conversationFields, sent)
  refuseFilter(errors)
  return [group]
}

async function chosenIds({ scope }: Context, ids: readonly string[]): Promise<string[]> {
  const [first] = await unknownIds(scope, ids)
  if (first !== undefined) throw invalid(`ids.${first}`, 'No conversation has this id.')
  return [...new Set(ids)]
}

const conversations = (count: number) => `${count} conversation${count === 1 ? '' : 's'}`

const bulk = handler(
  conversationWork.bulk,
  async (context, { body }) => {
    const { scope, caller, services } = context
    const { add_labels: addLabels, remove_labels: removeLabels, ...fields } = body.change
    const zone = body.tz ?? defaultZone
    const ids = body.filter
      ? await matchingIds(scope, filterOf(body.filter), { zone, caller: caller.id })
      : await chosenIds(context, body.ids ?? [])
    const change = { ...(await triageOf(context, fields, 'change.')), addLabels, removeLabels }
    if (ids.length > maxBulk) throw invalid('filter', `More than ${maxBulk} conversations match. Narrow the filter.`)
    if (body.expected_count !== undefined && ids.length !== body.expected_count)
      throw new Fault(
        'conflict',
        `${conversations(ids.length)} ${ids.length === 1 ? 'matches' : 'match'} now, not ${body.expected_count}. Check the list before you change them.`,
        { more: { count: ids.length } },
      )
    const { id, ...result } = await changeConversations(scope, ids, change, services.now())
    const object = { id, name: conversations(result.changed) }
    return { body: result, object, changes: loggedBulkChanges(change), isAboutMany: true }
  },
  {
    remake: async ({ scope }, id) => {
      const storedBulk = await readBulk(scope, id)
      return { body: storedBulk?.bulk ?? { matched: 0, changed: 0, undo_token: null, undo_until: null } }
    },
  },
)

const undo = handler(
  conversationWork.undo,
  async ({ scope, services }, { body: { undo_token: token } }) => {
    const undone = await undoBulkChange(scope, token, services.now())
    if (!undone) throw invalid('undo_token', 'This change was already undone or is too old to undo.')
    return { body: undone, object: { id: token, name: conversations(undone.restored) }, isAboutMany: true }
  },
  {
    remake: async ({ scope }, id) => {
      const storedBulk = await readBulk(scope, id)
      return { body: storedBulk?.undone ?? { restored: 0, kept: 0, kept_conversations: [] } }
    },
  },
)

/** The new message, or the message of the first request with the same Idempotency-Key. */
async function messageOf({ scope }: Context, id: string) {
  const body = await readMessage(scope, id)
  if (!body) throw new Error('The message was deleted during the request.')
  return { body, partId: id }
}

const objectOf = ({ id, number }: Conversation) => ({ id, name: `#${number}` })

/** Whether replies are simulated: a sample conversation has a sample channel, which sends nothing. */
const isSimulated = ({ sample, channel }: Conversation): boolean => sample && channel !== null

/** Why no reply can be sent; null if nothing prevents it. */
async function obstacleOf({ scope }: Context, found: Conversation): Promise<string | null> {
  if (!found.can_reply) return 'The channel no longer accepts replies.'
  return isSimulated(found) ? null : replyObstacle(scope, found.id)
}

const reply = handler(
  conversationWork.reply,
  async (context, { params, body: { text } }) => {
    const { scope, caller, services } = context
    const found = await needConversation(context, params.id)
    const obstacle = await obstacleOf(context, found)
    if (obstacle !== null) throw new Fault('not_ready', obstacle)
    const id = await storeReply(scope, { conversationId: found.id, text, name: caller.name }, services.now())
    const made = await messageOf(context, id)
    const ids = { conversationId: found.id, messageId: id }
    const after = () =>
      isSimulated(found)
        ? services.simulatedContacts.answer(caller.account, ids)
        : services.channels.sendReply(caller.account, { ...ids, text })
    return { ...made, object: objectOf(found), after }
  },
  { remake: messageOf },
)

const note = handler(
  conversationWork.note,
  async (context, { params, body: { text } }) => {
    const { scope, caller, services } = context
    const found = await needConversation(context, params.id)
    const id = await storeNote(scope, { conversationId: found.id, text, name: caller.name }, services.now())
    return { ...(await messageOf(context, id)), object: objectOf(found) }
  },
  { remake: messageOf },
)

export const conversationWorkHandlers: Handler[] = [facets, bulk, undo, reply, note]
