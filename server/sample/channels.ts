/** Channels of the sample workspace: every type, and every status; all but “connected” with reason and remedy. */
import type { channelStatuses } from '#contract/channel.ts'
import type { channelTypes } from '#contract/values/channel-type.ts'

export interface SampleChannel {
  key: string
  type: (typeof channelTypes)[number]
  name: string
  identifier: string | null
  provider: string | null
  status: (typeof channelStatuses)[number]
  reason: string | null
  /** Key of the flow that messages of the channel start. */
  flow: string | null
  quality: 'high' | 'medium' | 'low' | null
  pending: number
  /** Minutes since the last activity; null = never. */
  idle: number | null
  error: { code: string; message: string; minutes: number } | null
  /** Cost of a sent message in micros. */
  cost: number
}

const channel = (given: Pick<SampleChannel, 'key' | 'type' | 'name'> & Partial<SampleChannel>): SampleChannel => ({
  identifier: null,
  provider: null,
  status: 'connected',
  reason: null,
  flow: null,
  quality: null,
  pending: 0,
  idle: 20,
  error: null,
  cost: 0,
  ...given,
})

export const sampleChannels: readonly SampleChannel[] = [
  channel({
    key: 'billing_email',
    type: 'email',
    name: 'billing@shop.example',
    identifier: 'billing@shop.example',
    provider: 'IMAP + SMTP',
    status: 'error',
    reason: 'The mail server rejected the password.',
    flow: 'invoice_reminder',
    pending: 27,
    idle: 34,
    error: { code: 'auth_failed', message: '535 5.7.8 Authentication credentials invalid', minutes: 34 },
    cost: 100,
  }),
  channel({
    key: 'whatsapp',
    type: 'whatsapp',
    name: 'WhatsApp +49 30 …81',
    identifier: '+49 30 5550181',
    provider: 'Business account',
    status: 'reauth_required',
    reason: 'Access expires in 3 days. Sign in again at the provider before then.',
    flow: 'order_status',
    quality: 'high',
    idle: 2,
    cost: 4000,
  }),
  channel({
    key: 'warehouse_hook',
    type: 'webhook',
    name: 'Warehouse events',
    provider: 'HMAC',
    status: 'disconnected',
    reason: 'Nothing received for 6 days, usually 40 a day. Check that the sender still uses this address.',
    flow: 'stock_sync',
    idle: 8700,
    error: { code: 'signature_mismatch', message: 'The signature of the last delivery did not match.', minutes: 8700 },
  }),
  channel({
    key: 'webchat',
    type: 'webchat',
    name: 'Shop chat',
    identifier: 'shop.example',
    flow: 'spare_parts',
    idle: 0,
  }),
  channel({
    key: 'voice',
    type: 'voice',
    name: 'Hotline +49 30 …80',
    identifier: '+49 30 5550180',
    provider: 'SIP trunk',
    status: 'paused',
    reason: 'Paused manually. Calls ring at the desk. Resume the channel to let the flow reply again.',
    flow: 'missed_call',
    idle: 240,
    cost: 9000,
  }),
  channel({
    key: 'telegram',
    type: 'telegram',
    name: '@shop_help',
    identifier: '@shop_help',
    flow: 'order_status',
    idle: 14,
  }),
  channel({
    key: 'shop_email',
    type: 'email',
    name: 'orders@shop.example',
    identifier: 'orders@shop.example',
    provider: 'IMAP + SMTP',
    flow: 'refund',
    quality: 'medium',
    idle: 1,
    cost: 100,
  }),
  channel({
    key: 'sms',
    type: 'sms',
    name: 'SMS sender “SHOP”',
    identifier: 'SHOP',
    provider: 'SMS gateway',
    flow: 'missed_call',
    quality: 'high',
    idle: 33,
    cost: 13000,
  }),
  channel({
    key: 'ops_slack',
    type: 'slack',
    name: '#ops-alerts',
    identifier: '#ops-alerts',
    status: 'connecting',
    reason: 'Waiting for approval of the app in the workspace. Messages are queued until then.',
    pending: 3,
    idle: 0,
  }),
  channel({ key: 'sales_slack', type: 'slack', name: '#sales', identifier: '#sales', idle: 51 }),
  channel({
    key: 'payment_hook',
    type: 'webhook',
    name: 'Payment events',
    provider: 'Standard Webhooks',
    flow: 'refund',
    idle: 6,
  }),
  channel({
    key: 'legal_email',
    type: 'email',
    name: 'privacy@shop.example',
    identifier: 'privacy@shop.example',
    provider: 'IMAP + SMTP',
    flow: 'data_request',
    quality: 'high',
    idle: 300,
    cost: 100,
  }),
  channel({
    key: 'hr_email',
    type: 'email',
    name: 'people@shop.example',
    identifier: 'people@shop.example',
    provider: 'IMAP + SMTP',
    flow: 'onboarding',
    idle: 2900,
    cost: 100,
  }),
  channel({
    key: 'news_email',
    type: 'email',
    name: 'letter@shop.example',
    identifier: 'letter@shop.example',
    provider: 'Mailing service',
    flow: 'newsletter',
    quality: 'low',
    idle: 8,
    error: {
      code: 'bounces',
      message:
        '4.1% of the last newsletter bounced. Above 5% the provider stops sending. Remove the bounced addresses.',
      minutes: 1600,
    },
    cost: 50,
  }),
  channel({
    key: 'kiosk',
    type: 'custom',
    name: 'Kiosk, Leipzig store',
    identifier: 'kiosk-07',
    status: 'error',
    reason: 'The kiosk does not respond. Restart it.',
    idle: 410,
    error: { code: 'unreachable', message: 'No response within 10 s.', minutes: 410 },
  }),
  channel({ key: 'status_page', type: 'custom', name: 'Status page', identifier: 'status.shop.example', idle: 12000 }),
]
