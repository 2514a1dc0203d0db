/**
 * History of a channel: its status changes, and counts of incoming and outgoing messages per hour. Source: docs/api.md,
 * "Channels".
 */
import { z } from 'zod'
import { ChannelStatus } from './channel.ts'
import { get, noun } from './kernel/endpoint.ts'
import { Id, maxLimit, Time } from './kernel/page.ts'

/** Two days, so that a night can be compared with the previous one. */
export const historyHours = 48
/** Maximum number of status changes in a response; `more` is true if there are earlier ones. */
export const historyStates = 50

export const ChannelHistory = z.object({
  /**
   * Status changes, latest first: the new status and its reason. Kept for 90 days.
   */
  states: z.array(z.object({ at: Time, status: ChannelStatus, reason: z.string().nullable() })).max(historyStates),
  /** True if there are earlier changes. */
  more: z.boolean(),
  /**
   * One entry for each of the last `historyHours` hours, earliest first, including hours without messages. The last
   * hour is the current one. Hours are aligned to UTC.
   */
  hours: z
    .array(
      z.object({
        at: Time,
        /** Accepted and repeated webhooks, and incoming messages; without replays. */
        received: z.int(),
        /** Outgoing messages, whether sent, queued or failed. */
        sent: z.int(),
        /** Rejected webhooks. */
        refused: z.int(),
      }),
    )
    .length(historyHours),
})
export type ChannelHistory = z.infer<typeof ChannelHistory>
export type ChannelHour = ChannelHistory['hours'][number]

/** One count for each of the last `historyHours` hours, earliest first, as in the history of one channel. */
const Counts = z.array(z.int()).length(historyHours)

export const ChannelHours = z.object({
  /** Start of the first hour. */
  from: Time,
  /** The requested channels that exist in the account, in the requested order. */
  results: z.array(z.object({ id: Id, received: Counts, sent: Counts, refused: Counts })).max(maxLimit),
})
export type ChannelHours = z.infer<typeof ChannelHours>

/** Maximum length of the comma-separated ids, enough for one page of the list. */
const maxChannelList = maxLimit * 64

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
      /** Comma-separated ids. */
      channel: z.string().min(1).max(maxChannelList),
    }),
    returns: ChannelHours,
    extension: 'channel_hours',
  }),
})
