/** What came and went by a channel, hour by hour: webhooks by its log, messages by its conversations. */
import { and, eq, gte, isNull, ne, sql, type SQL } from 'drizzle-orm'
import type { ChannelHour } from '#contract/channel-history.ts'
import { channel, delivery } from '#server/store/tables/channel.ts'
import { conversation, message } from '#server/store/tables/conversation.ts'
import type { Scope } from './scope.ts'

const hourMs = 3_600_000

/** Hours since 1970, as UTC counts them. */
const hourOf = (time: SQL) => sql<number>`floor(extract(epoch from ${time}) / 3600)::int`
const countIf = (condition: SQL) => sql<number>`(count(*) filter (where ${condition}))::int`

type Counts = Omit<ChannelHour, 'at'>

/**
 * The last hours, the earliest first; the last one is not over.
 * @param hours how many, the one that runs among them
 */
export async function channelHours(scope: Scope, channelId: string, now: Date, hours: number): Promise<ChannelHour[]> {
  const first = Math.floor(now.getTime() / hourMs) - hours + 1
  const from = new Date(first * hourMs)
  const came = await scope
    .select(
      delivery,
      {
        hour: hourOf(sql`${delivery.at}`),
        received: countIf(sql`${delivery.verdict} in ('accepted', 'repeated')`),
        refused: countIf(sql`${delivery.verdict} not in ('accepted', 'repeated')`),
      },
      and(eq(delivery.channelId, channelId), gte(delivery.at, from), isNull(delivery.replayOf)),
    )
    .groupBy(sql`1`)
  const talked = await scope
    .select(
      message,
      {
        hour: hourOf(sql`${message.at}`),
        received: countIf(sql`${message.direction} = 'in'`),
        sent: countIf(sql`${message.direction} = 'out'`),
      },
      and(gte(message.at, from), ne(message.direction, 'note')),
    )
    .innerJoin(
      conversation,
      scope.on(
        conversation,
        // Conversations in which nothing was said since then are not even looked into.
        and(
          eq(conversation.id, message.conversationId),
          eq(conversation.channelId, channelId),
          gte(conversation.lastMessageAt, from),
        ),
      ),
    )
    .groupBy(sql`1`)
  const counts = Array.from({ length: hours }, (): Counts => ({ received: 0, sent: 0, refused: 0 }))
  for (const { hour, ...more } of [...came, ...talked]) {
    const place = counts[hour - first]
    if (!place) continue
    place.received += more.received
    place.sent += 'sent' in more ? more.sent : 0
    place.refused += 'refused' in more ? more.refused : 0
  }
  return counts.map((one, index) => ({ at: new Date((first + index) * hourMs).toISOString(), ...one }))
}

/** Whether the account has this channel. */
export async function hasChannel(scope: Scope, id: string): Promise<boolean> {
  const [row] = await scope.select(channel, { id: channel.id }, eq(channel.id, id))
  return row !== undefined
}
