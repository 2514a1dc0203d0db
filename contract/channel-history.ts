/** How a channel was: the changes of its state, and what came and went in each of the last hours. Source: docs/api.md, "Channels". */
import { z } from 'zod'
import { ChannelStatus } from './channel.ts'
import { get, noun } from './kernel/kernel.ts'
import { Id, maxLimit, Time } from './kernel/page.ts'

/** Two days by the hour: whether it is quiet because it is night is seen beside the night before. */
export const historyHours = 48
/** Changes of state that are told: what a person reads to see when it began. There may be more. */
export const historyStates = 50

export const ChannelHistory = z.object({
  /** The latest first: what it was in from then on, and why, in words. Kept for three months, and not told of the time before it was kept. */
  states: z.array(z.object({ at: Time, status: ChannelStatus, reason: z.string().nullable() })).max(historyStates),
  /** There are earlier changes that are not told. */
  more: z.boolean(),
  /**
   * Every hour of the last `historyHours`, the earliest first, also those in which nothing happened; the last one is not over.
   * Hours begin as they do in UTC.
   */
  hours: z
    .array(
      z.object({
        /** When it begins. */
        at: Time,
        /** Webhooks and messages that were taken in; what was replayed is not counted. */
        received: z.int(),
        /** Messages that went out, or were to. */
        sent: z.int(),
        /** Webhooks that were not taken in. */
        refused: z.int(),
      }),
    )
    .length(historyHours),
})
export type ChannelHistory = z.infer<typeof ChannelHistory>
export type ChannelHour = ChannelHistory['hours'][number]

/** A number for each of the last `historyHours`, the earliest first, as in the history of one channel. */
const Counts = z.array(z.int()).length(historyHours)

export const ChannelHours = z.object({
  /** When the first hour begins. */
  from: Time,
  /** Those of the asked channels that the account has, in the order in which they were asked for. */
  results: z.array(z.object({ id: Id, received: Counts, sent: Counts, refused: Counts })).max(maxLimit),
})
export type ChannelHours = z.infer<typeof ChannelHours>

/** Ids with their commas: as many as a page of the list has. */
const maxAsked = maxLimit * 64

export const channelHistory = noun('channel', {
  history: get('/channel/{id}/history/', {
    summary: 'Get the status history of a channel and its messages per hour',
    returns: ChannelHistory,
    errors: ['not_found'],
    extension: 'channel_history',
  }),
  hours: get('/channel/hours/', {
    summary: 'Get messages per hour for several channels',
    query: z.object({
      /** Ids by comma. */
      channel: z.string().min(1).max(maxAsked),
    }),
    returns: ChannelHours,
    extension: 'channel_hours',
  }),
})
