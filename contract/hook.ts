/** Webhooks: requests from other services to a channel. Source: docs/api.md, "Webhooks". */
import { z } from 'zod'
import { noun, post } from './kernel/endpoint.ts'
import { Id } from './kernel/page.ts'

/**
 * Maximum bytes of a webhook. Most senders have lower limits (Stripe and Slack about 100 kB); GitHub has a higher
 * one (25 MB).
 */
const hookLimit = 1024 * 1024

export const hook = noun('hook', {
  receive: post('/hook/{token}/', {
    summary: 'Receive a webhook, signed as its channel requires; a repeated message returns the run of the first',
    isRaw: true,
    bodyLimit: hookLimit,
    returns: z.object({ run_id: Id }),
    success: 202,
    errors: ['not_authenticated', 'not_found', 'not_ready', 'throttled'],
    access: 'anyone',
    extension: 'hooks',
  }),
  /** Providers require a response in their own format, with status 200. */
  events: post('/hook/{token}/events/', {
    summary: 'Receive an event from Telegram or Slack; a repeated message is stored once',
    isRaw: true,
    bodyLimit: hookLimit,
    returns: z.object({ challenge: z.string().optional() }),
    success: 200,
    errors: ['invalid', 'not_authenticated', 'not_found', 'throttled'],
    access: 'anyone',
    extension: 'hooks',
  }),
})
