/** What happened, as it happens: server-sent events. Source: docs/api.md, "Events"; HTML Living Standard, "Server-sent events". */
import { z } from 'zod'
import { get, noun } from './kernel/kernel.ts'

/** Nouns that events are about: the words by which the console knows what to read again. */
export const eventNouns = [
  'run',
  'conversation',
  'contact',
  'view',
  'channel',
  'flow',
  'balance',
  'budget',
  'tool',
] as const

/**
 * The `data` of an event named "change". It says what is new, never what it is: who hears it reads that with their own rights.
 * Of a step, only that its run has changed.
 */
export const ChangeEvent = z.object({
  noun: z.enum(eventNouns),
  /** "" = any of them: it is not said which. */
  id: z.string(),
  change: z.enum(['created', 'changed', 'removed']),
  /** For a run: what it belongs to, so that a page knows whether it is concerned. */
  flow: z.string().optional(),
  conversation: z.string().optional(),
  at: z.string(),
})
export type ChangeEvent = z.infer<typeof ChangeEvent>

/**
 * The event named "reset": what was missed cannot be told any more (too long ago, or another process answers now); all that
 * is shown is to be read again. Sent at the first connection too.
 */
export const resetEvent = 'reset'
export const changeEvent = 'change'
export const eventPath = '/event/'

export const event = noun('event', {
  stream: get(eventPath, {
    summary: 'Stream changes as server-sent events; continues after Last-Event-ID',
    isRaw: true,
    media: 'stream',
    errors: ['throttled'],
    extension: 'events',
  }),
})
