/** Recent events of the sample's channels, consistent with their last activity. */
import type { Queryable } from '#server/store/engine/engine-db.ts'
import { sampleChannels } from './channels.ts'
import { BulkWriter } from './bulk-writer.ts'

const minuteMs = 60_000
/** Period covered by the hourly counts of a channel. */
const shownMs = 48 * 60 * minuteMs
/** Channel types without conversations: events over the whole period. Other channels get only the last one. */
const withoutConversations = new Set(['webhook', 'custom', 'slack'])
/** Minutes between two events. */
const minutesBetween = (place: number): number => 97 + place * 13

/** @param idOf returns the id of a channel by its key */
export async function writeChannelEvents(
  client: Queryable,
  account: string,
  now: number,
  idOf: (key: string) => string,
): Promise<void> {
  const types = { id: 'text', channel_id: 'text', at: 'timestamptz', verdict: 'text', answer: 'integer' } as const
  const writer = new BulkWriter(client, account, 'delivery', types, false)
  for (const [place, { key, type, idle }] of sampleChannels.entries()) {
    const last = idle === null ? 0 : now - idle * minuteMs
    const first = withoutConversations.has(type) ? now - shownMs : last
    if (last < now - shownMs) continue
    for (let at = last, number = 1; at >= first; at -= minutesBetween(place) * minuteMs, number += 1) {
      const id = `dlv_sample_${key}_${number}`
      writer.add({ id, channel_id: idOf(key), at, verdict: 'accepted', answer: 202 })
    }
  }
  await writer.flush()
}
