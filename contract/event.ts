/** Live changes as server-sent events. Source: docs/api.md, "Events"; HTML Living Standard, "Server-sent events". */
import { z } from 'zod'
import { get, noun } from './kernel/endpoint.ts'

/** Nouns for which there are change events; they determine which queries the console refetches. */
export const eventNouns = [
  'run',
  'conversation',
  'contact',
  'view',
  'canned_reply',
  'channel',
  'flow',
  'balance',
  'budget',
  'tool',
  'incident',
] as const

/**
 * The `data` of an event named "change". It names the changed object but not the new value, which each client reads
 * with its own permissions. A step is reported as a change of its run.
 */
export const ChangeEvent = z.object({
  noun: z.enum(eventNouns),
  /** "" = unspecified: any object of the noun may have changed. */
  id: z.string(),
  change: z.enum(['created', 'changed', 'removed']),
  /** For a run: its flow and conversation, so that a page can tell whether the event concerns it. */
  flow: z.string().optional(),
  conversation: z.string().optional(),
  at: z.string(),
})
export type ChangeEvent = z.infer<typeof ChangeEvent>

/**
 * Event name "reset": missed events cannot be replayed (too old, or sent by another process), so clients refetch
 * everything they show. Also sent on the first connection.
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
