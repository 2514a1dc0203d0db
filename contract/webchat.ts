/** Web chat endpoints, called by visitors without signing in. Source: docs/api.md, "Web chat". */
import { z } from 'zod'
import { get, noun, post } from './kernel/endpoint.ts'
import { Id, Time } from './kernel/page.ts'

/** Maximum length of a message in characters: about two pages. */
const maxChatText = 4_000
/** Maximum long-poll time in seconds: proxies close connections that are idle for 30 s. */
const maxChatWait = 25

const ChatMessage = z.object({
  id: Id,
  at: Time,
  from: z.enum(['visitor', 'us']),
  /** Name of the colleague who wrote the message; null for the visitor, and for a flow, whose name is internal. */
  name: z.string().nullable(),
  text: z.string(),
})
export type ChatMessage = z.infer<typeof ChatMessage>

const ChatState = z.object({
  /** Opaque token that changes with every update; compared with `since`. */
  state: z.string(),
  /** False if the channel is paused, or the daily cost limit of this visitor or of all visitors is reached. */
  is_open: z.boolean(),
  /** False if a flow should reply but the account has no credit. Messages are still accepted. */
  can_answer: z.boolean(),
  /** A reply is being prepared. */
  is_answering: z.boolean(),
  /** The last hundred messages, oldest first. */
  messages: z.array(ChatMessage),
})
export type ChatState = z.infer<typeof ChatState>

const extension = { access: 'anyone', extension: 'webchat', bodyLimit: 32 * 1024 } as const

/** `X-Visitor` is the token returned by `open`; it gives access to that visitor's conversation only. */
export const webchat = noun('webchat', {
  open: post('/webchat/{token}/session/', {
    ...extension,
    summary: 'Start a web chat as a new visitor; nothing is stored until the first message',
    returns: z.object({
      visitor: z.string(),
      /** Title of the web chat. */
      name: z.string(),
      greeting: z.string().nullable(),
      is_open: z.boolean(),
      can_answer: z.boolean(),
    }),
    success: 200,
    errors: ['not_found', 'throttled'],
  }),
  talk: get('/webchat/{token}/message/', {
    ...extension,
    summary: 'Get the conversation of the visitor in `X-Visitor`; with `wait`, responds once it differs from `since`',
    query: z.object({
      since: z.string().max(100).optional(),
      wait: z.coerce.number().int().min(0).max(maxChatWait).optional(),
    }),
    returns: ChatState,
    errors: ['not_authenticated', 'not_found'],
  }),
  send: post('/webchat/{token}/message/', {
    ...extension,
    summary: 'Send a message as the visitor in `X-Visitor`; each message id is accepted once',
    body: z.strictObject({ id: z.uuid(), text: z.string().trim().min(1).max(maxChatText) }),
    returns: ChatMessage,
    success: 201,
    errors: ['not_authenticated', 'not_found', 'throttled'],
  }),
})
