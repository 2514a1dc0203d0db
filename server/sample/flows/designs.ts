/** All hand-written sample flows, in order of creation. */
import { type Design, design } from './design.ts'
import { deviceFlows } from './devices.ts'
import { logisticsFlows } from './logistics.ts'
import { moneyFlows } from './money.ts'
import { operationsFlows } from './operations.ts'
import { salesFlows } from './sales.ts'
import { supportFlows } from './support.ts'
import { voiceFlows } from './voice.ts'

const [orderStatus] = supportFlows

/** A draft with an intentional error: two nodes that no trigger reaches. */
const copy = design({
  key: 'order_status_copy',
  name: 'Copy of Order status: answers in WhatsApp',
  description: 'For testing the old order numbers. Two nodes cannot be reached.',
  status: 'draft',
  tags: ['test'],
  version: 1,
  age: 75,
  changed: 74,
  volume: 0,
  plan: `${orderStatus?.plan ?? ''}
  js legacy :: Parse legacy order ids :: return input.text.replace(/^A-/, '') :: tool=legacy_ids
  say legacy_reply :: Ask for the new number :: reply :: This is an old number. The new one is on the invoice.
  legacy > legacy_reply`,
})

export const designs: readonly Design[] = [
  ...supportFlows,
  ...moneyFlows,
  ...logisticsFlows,
  ...salesFlows,
  ...voiceFlows,
  ...operationsFlows,
  ...deviceFlows,
  copy,
]
