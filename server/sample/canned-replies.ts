/** Canned replies of the sample workspace. */
import type { Queryable } from '#server/store/engine/engine-db.ts'

const replies = [
  {
    name: 'Parcel is on its way',
    shortcut: 'parcel',
    text: 'Hello {{contact.name}},\n\nyour order {{conversation.order_no}} has left our warehouse. The carrier usually needs two working days.\n\n{{person.name}}',
  },
  {
    name: 'Refund on its way',
    shortcut: 'refund',
    text: 'Hello {{contact.name}},\n\nwe have refunded order {{conversation.order_no}}. The money reaches your {{conversation.payment method}} within three working days. You do not need to send the item back.\n\n{{person.name}}',
  },
  {
    name: 'Refund is late',
    shortcut: 'refund-late',
    text: 'Hello {{contact.name}},\n\nI have asked our bank about the refund of order {{conversation.order_no}} and will write to {{contact.email}} as soon as I know more.\n\n{{person.name}}',
  },
  {
    name: 'Ask for the order number',
    shortcut: 'number',
    text: 'Hello {{contact.name}},\n\ncould you send me the number of your order? It starts with the year and is in the confirmation that we sent you.\n\n{{person.name}}',
  },
] as const

export async function writeCannedReplies(client: Queryable, account: string, now: number): Promise<void> {
  for (const [index, { name, shortcut, text }] of replies.entries())
    // The account may have a reply of its own with this shortcut.
    await client.query(
      `insert into canned_reply (account_id, id, name, shortcut, text, created_at, updated_at, sample)
       values ($1, $2, $3, $4, $5, $6, $6, true) on conflict do nothing`,
      [account, `rpl_sample_${String(index + 1).padStart(4, '0')}`, name, shortcut, text, new Date(now)],
    )
}
