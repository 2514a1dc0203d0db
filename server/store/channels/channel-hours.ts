/**
 * Hourly message counts of channels: webhooks from the delivery log, messages from conversations. Computed on request,
 * since a counter would cost one more write per message.
 */
import { and, eq, gte, inArray, isNull, ne, sql, type SQL } from 'drizzle-orm'
import type { ChannelHour, ChannelHours } from '#contract/channel-history.ts'
import { channel, delivery } from '#server/store/tables/channel.ts'
import { conversation, message } from '#server/store/tables/conversation.ts'
import type { Scope } from '#server/store/db/scope.ts'

const hourMs = 3_600_000

/** Hours since 1970 (UTC). */
const hourOf = (time: SQL) => sql<number>`floor(extract(epoch from ${time}) / 3600)::int`
const countIf = (condition: SQL) => sql<number>`(count(*) filter (where ${condition}))::int`

type Counts = Omit<ChannelHour, 'at'>

/** Counts per channel and hour since 1970. */
async function countsSince(scope: Scope, ids: readonly string[], from: Date) {
  const received = await scope
    .select(
      delivery,
      {
        hour: hourOf(sql`${delivery.at}`),
        channel: delivery.channelId,
        received: countIf(sql`${delivery.verdict} in ('accepted', 'repeated')`),
        refused: countIf(sql`${delivery.verdict} not in ('accepted', 'repeated')`),
      },
      and(inArray(delivery.channelId, [...ids]), gte(delivery.at, from), isNull(delivery.replayOf)),
    )
    .groupBy(sql`1, 2`)
  const messageCounts = await scope
    .select(
      message,
      {
        hour: hourOf(sql`${message.at}`),
        channel: conversation.channelId,
        received: countIf(sql`${message.direction} = 'in'`),
        sent: countIf(sql`${message.direction} = 'out'`),
      },
      and(gte(message.at, from), ne(message.direction, 'note')),
    )
    .innerJoin(
      conversation,
      scope.on(
        conversation,
        // Skips conversations without messages since then.
        and(
          eq(conversation.id, message.conversationId),
          inArray(conversation.channelId, [...ids]),
          gte(conversation.lastMessageAt, from),
        ),
      ),
    )
    .groupBy(sql`1, 2`)
  return [...received.map((row) => ({ ...row, sent: 0 })), ...messageCounts.map((row) => ({ ...row, refused: 0 }))]
}

/** First of the last `hours` hours, counted since 1970; the current hour is the last one. */
const firstHour = (now: Date, hours: number): number => Math.floor(now.getTime() / hourMs) - hours + 1

/** The last hours of each channel, earliest first. */
async function lastHours(
  scope: Scope,
  ids: readonly string[],
  first: number,
  hours: number,
): Promise<Map<string | null, Counts[]>> {
  const counts = new Map<string | null, Counts[]>(
    ids.map((id) => [id, Array.from({ length: hours }, () => ({ received: 0, sent: 0, refused: 0 }))]),
  )
  const found = await countsSince(scope, ids, new Date(first * hourMs))
  for (const { hour, channel: id, received, sent, refused } of found) {
    const place = counts.get(id)?.[hour - first]
    if (!place) continue
    place.received += received
    place.sent += sent
    place.refused += refused
  }
  return counts
}

/**
 * The last hours of a channel, earliest first; the last one is still running.
 * @param hours number of hours, including the current one
 */
export async function channelHours(scope: Scope, id: string, now: Date, hours: number): Promise<ChannelHour[]> {
  const first = firstHour(now, hours)
  const counts = (await lastHours(scope, [id], first, hours)).get(id) ?? []
  return counts.map((one, index) => ({ at: new Date((first + index) * hourMs).toISOString(), ...one }))
}

/** Counts of the last hours of several channels, as numbers; unknown ids are left out. */
export async function countedHours(
  scope: Scope,
  ids: readonly string[],
  now: Date,
  hours: number,
): Promise<ChannelHours> {
  const first = firstHour(now, hours)
  const from = new Date(first * hourMs).toISOString()
  const existing =
    ids.length === 0 ? [] : await scope.select(channel, { id: channel.id }, inArray(channel.id, [...ids]))
  const known = new Set(existing.map(({ id }) => id))
  const own = ids.filter((id) => known.has(id))
  if (own.length === 0) return { from, results: [] }
  const counts = await lastHours(scope, own, first, hours)
  return {
    from,
    results: own.map((id) => {
      const each = counts.get(id) ?? []
      return {
        id,
        received: each.map(({ received }) => received),
        sent: each.map(({ sent }) => sent),
        refused: each.map(({ refused }) => refused),
      }
    }),
  }
}

/** Whether the channel exists in the account. */
export async function hasChannel(scope: Scope, id: string): Promise<boolean> {
  const [row] = await scope.select(channel, { id: channel.id }, eq(channel.id, id))
  return row !== undefined
}
