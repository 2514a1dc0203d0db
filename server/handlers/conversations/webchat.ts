/**
 * Handlers of the web chat: open to anyone, within limits of rate and cost; visitors only see their own conversation.
 */
import { webchat, type ChatMessage, type ChatState } from '#contract/webchat.ts'
import { textOf } from '#lib/json/json.ts'
import { parseMicros } from '#lib/money/money.ts'
import { webchatTitle } from '#server/engine/channels/webchat.ts'
import { Fault } from '#server/base/fault.ts'
import type { Services } from '#server/protocol/services.ts'
import { findChannelByToken, type ChannelRow } from '#server/store/channels/channel-rows.ts'
import { hasCredit, readAccountUsage } from '#server/store/engine/engine-run.ts'
import { Scope } from '#server/store/db/scope.ts'
import { findChat, spentSince, chatMessages, type ChatConversation } from '#server/store/conversations/webchat.ts'
import { makeVisitorTokens, type VisitorTokens } from './visitor-token.ts'
import { openHandler, type Handler, type OpenContext } from '#server/protocol/handler.ts'
import { longPollChat } from './webchat-long-poll.ts'

interface Visit {
  row: ChannelRow
  scope: Scope
  /** The visitor's name. */
  visitor: string
}

const tokens = new WeakMap<Services, VisitorTokens>()
const tokensOf = (services: Services): VisitorTokens => {
  const known = tokens.get(services) ?? makeVisitorTokens(services.secretKey)
  tokens.set(services, known)
  return known
}

async function needChat(services: Services, token: string): Promise<ChannelRow> {
  const row = await findChannelByToken(services.database.db, token)
  if (row?.type !== 'webchat') throw new Fault('not_found', 'There is no web chat at this address.')
  return row
}

async function needVisit({ services, visitor: sent }: OpenContext, token: string): Promise<Visit> {
  const row = await needChat(services, token)
  const visitor = tokensOf(services).read(row.id, sent)
  if (visitor === null) throw new Fault('not_authenticated', 'Unknown visitor. Start a new chat.')
  return { row, scope: new Scope(services.database.db, row.account), visitor }
}

const dayMs = 24 * 60 * 60 * 1000
const dayOf = (now: Date) => new Date(Math.floor(now.getTime() / dayMs) * dayMs)

/** Whether the daily cost limits (UTC) of visitor and channel allow another run. */
async function isWithinCostLimits(
  services: Services,
  { row, scope }: Omit<Visit, 'visitor'>,
  conversation: ChatConversation | null,
) {
  const limit = (name: string) => parseMicros(textOf(row.config[name]))
  const [ofVisitor, ofDay] = [limit('visitor_limit'), limit('day_limit')]
  if (ofVisitor === null && ofDay === null) return true
  const cost = await spentSince(scope, row.id, conversation?.id ?? null, dayOf(services.now()))
  return (ofVisitor === null || cost.visitor < ofVisitor) && (ofDay === null || cost.all < ofDay)
}

/**
 * Whether a reply can be expected: always if a person handles the conversation or the channel has no flow, else if the
 * account has credit. Visitors learn no more than this about the balance.
 */
async function canAnswer(
  { database }: Services,
  { row }: Omit<Visit, 'visitor'>,
  conversation: ChatConversation | null,
) {
  if (row.flowId === null || conversation?.isWithPerson === true) return true
  return hasCredit(await readAccountUsage(database.pool, row.account))
}

const stateOf = (conversation: ChatConversation | null): string =>
  conversation ? `${conversation.version}.${Number(conversation.isAnswering)}` : '0'

const open = openHandler(webchat.open, async ({ services, browser }, { params }) => {
  const row = await needChat(services, params.token)
  await services.limits.chat('visitor', null, browser.address)
  const scope = new Scope(services.database.db, row.account)
  const { token } = tokensOf(services).make(row.id)
  const greeting = textOf(row.config['greeting'])
  return {
    body: {
      visitor: token,
      name: webchatTitle(row),
      greeting: greeting === '' ? null : greeting,
      is_open: row.status !== 'paused' && (await isWithinCostLimits(services, { row, scope }, null)),
      can_answer: await canAnswer(services, { row, scope }, null),
    },
  }
})

const chatState = openHandler(webchat.talk, async (context, { params, query }) => {
  const { services } = context
  const visit = await needVisit(context, params.token)
  const { row, scope, visitor } = visit
  const read = () => findChat(scope, row.id, visitor)
  const found = await longPollChat({
    services,
    account: row.account,
    visitorId: `${row.id} ${visitor}`,
    read,
    hasChanged: (now) => query.since === undefined || stateOf(now) !== query.since,
    waitMs: (query.wait ?? 0) * 1000,
  })
  const body: ChatState = {
    state: stateOf(found),
    is_open: row.status !== 'paused' && (await isWithinCostLimits(services, visit, found)),
    can_answer: await canAnswer(services, visit, found),
    is_answering: found?.isAnswering ?? false,
    messages: found ? await chatMessages(scope, found.id) : [],
  }
  return { body }
})

/** Seconds until daily limits are reset, at 00:00 UTC. */
const untilTomorrow = (now: Date) => Math.ceil((dayOf(now).getTime() + dayMs - now.getTime()) / 1000)

const send = openHandler(webchat.send, async (context, { params, body }) => {
  const { services, browser } = context
  const visit = await needVisit(context, params.token)
  const { row, scope, visitor } = visit
  await services.limits.chat('message', visitor, browser.address)
  const now = services.now()
  if (row.status === 'paused')
    throw new Fault('throttled', 'The chat is closed at the moment. Try again later.', {
      headers: { 'retry-after': '300' },
    })
  if (!(await isWithinCostLimits(services, visit, await findChat(scope, row.id, visitor))))
    throw new Fault('throttled', 'The chat is closed for today. It opens again at 00:00 UTC.', {
      headers: { 'retry-after': String(untilTomorrow(now)) },
    })
  const { messageId } = await services.channels.receiveMessage(row, {
    externalId: `${visitor}:${body.id}`,
    thread: visitor,
    sender: { externalId: visitor, name: `Visitor ${visitor.slice(0, 4)}`, email: null, phone: null },
    subject: '',
    text: body.text,
    at: now,
  })
  const sentMessage: ChatMessage = {
    id: messageId,
    at: now.toISOString(),
    from: 'visitor',
    name: null,
    text: body.text,
  }
  return { body: sentMessage }
})

export const webchatHandlers: Handler[] = [open, chatState, send]
