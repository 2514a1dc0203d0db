/** Requests of the web chat on a page, made by its visitors without signing in. Source: docs/api.md, "Web chat". */
import { z } from 'zod'
import { get, noun, post } from './kernel/kernel.ts'
import { Id, Time } from './kernel/page.ts'

/** Characters of one message: some two pages. */
const maxChatText = 4_000
/** Seconds that a question for news is held at the most: proxies cut what says nothing for half a minute. */
const maxChatWait = 25

const ChatMessage = z.object({
  id: Id,
  at: Time,
  from: z.enum(['visitor', 'us']),
  /** Of the person who wrote it; null for the visitor and for a flow, whose name is nobody's business outside. */
  name: z.string().nullable(),
  text: z.string(),
})
export type ChatMessage = z.infer<typeof ChatMessage>

const Talk = z.object({
  /** Changes with everything that is new: what `since` is compared with. */
  state: z.string(),
  /** False where nothing is taken in: paused, or all that may be spent today is. */
  is_open: z.boolean(),
  /** False where a flow should answer and cannot begin to. What is said is kept all the same. */
  can_answer: z.boolean(),
  /** Somebody is about to answer. */
  is_answering: z.boolean(),
  /** The last hundred, the oldest first. */
  messages: z.array(ChatMessage),
})
export type Talk = z.infer<typeof Talk>

const shared = { access: 'anyone', extension: 'webchat', bodyLimit: 32 * 1024 } as const

/** `X-Visitor` is what `open` gave: who has it reads and writes in that visitor's conversation, and in no other. */
export const webchat = noun('webchat', {
  open: post('/webchat/{token}/session/', {
    ...shared,
    summary: 'Start a web chat as a new visitor; nothing is stored before the first message',
    returns: z.object({
      visitor: z.string(),
      /** What visitors see above the chat. */
      name: z.string(),
      greeting: z.string().nullable(),
      is_open: z.boolean(),
      can_answer: z.boolean(),
    }),
    success: 200,
    errors: ['not_found', 'throttled'],
  }),
  talk: get('/webchat/{token}/message/', {
    ...shared,
    summary: 'Get the conversation of the visitor in `X-Visitor`; with `wait`, once it differs from `since`',
    query: z.object({
      since: z.string().max(100).optional(),
      wait: z.coerce.number().int().min(0).max(maxChatWait).optional(),
    }),
    returns: Talk,
    errors: ['not_authenticated', 'not_found'],
  }),
  send: post('/webchat/{token}/message/', {
    ...shared,
    summary: 'Send a message as the visitor in `X-Visitor`; the same id is accepted once',
    body: z.strictObject({ id: z.uuid(), text: z.string().trim().min(1).max(maxChatText) }),
    returns: ChatMessage,
    success: 201,
    errors: ['not_authenticated', 'not_found', 'throttled'],
  }),
})
