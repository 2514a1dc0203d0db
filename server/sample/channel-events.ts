/** What came in by the channels of the sample within the last days, so that their hours agree with when they were last heard of. */
import type { ClientBase } from 'pg'
import { sampleChannels } from './channels.ts'
import { BulkWriter } from './bulk-writer.ts'

const minuteMs = 60_000
/** As far back as hours are shown. */
const shownMs = 48 * 60 * minuteMs
/** Conversations say what came by all other types; of these nothing else does. */
const withoutTalk = new Set(['webhook', 'custom', 'slack'])
/** Minutes from one event to the one before. */
const paceOf = (place: number): number => 97 + place * 13

/** @param idOf the id of a channel by its key */
export async function writeChannelEvents(
  client: ClientBase,
  account: string,
  now: number,
  idOf: (key: string) => string,
): Promise<void> {
  const types = { id: 'text', channel_id: 'text', at: 'timestamptz', verdict: 'text', answer: 'integer' } as const
  const writer = new BulkWriter(client, account, 'delivery', types, false)
  for (const [place, { key, type, idle }] of sampleChannels.entries()) {
    const last = idle === null ? 0 : now - idle * minuteMs
    const first = withoutTalk.has(type) ? now - shownMs : last
    if (last < now - shownMs) continue
    for (let at = last, number = 1; at >= first; at -= paceOf(place) * minuteMs, number += 1) {
      const id = `dlv_sample_${key}_${number}`
      writer.add({ id, channel_id: idOf(key), at, verdict: 'accepted', answer: 202 })
    }
  }
  await writer.flush()
}
