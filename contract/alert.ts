/** Alerts: addresses that get a message when an incident opens, gets worse or is over. Source: docs/api.md, "Alerts". */
import { z } from 'zod'
import { del, get, noun, patch, post } from './kernel/endpoint.ts'
import { TimeZone } from './filter/filtered-query.ts'
import { IncidentKind } from './incident.ts'
import { Id, Name, page, pageQuery, Time, Version } from './kernel/page.ts'

export const alertKinds = ['email', 'slack', 'webhook'] as const
export type AlertKind = (typeof alertKinds)[number]

/** Longest address: browsers and servers accept URLs of this length. */
const maxAddress = 2000
/** Standard Webhooks allow secrets of 24 to 64 bytes, which base64 makes longer. */
const minSigningSecret = 16
const maxSigningSecret = 200

const ClockTime = z.string().regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/, 'Use a time like 22:00.')

/** Messages within these hours are held until they end. */
export const QuietHours = z.strictObject({
  from: ClockTime,
  /** Before or equal to `from` = on the next day. */
  until: ClockTime,
  /** Weekdays on which quiet hours begin, 1 = Monday; left out = every day. */
  days: z
    .array(z.int().min(1).max(7))
    .min(1, 'Choose at least one day.')
    .max(7)
    .overwrite((days) => [...new Set(days)].toSorted((a, b) => a - b))
    .optional(),
  tz: TimeZone,
})
export type QuietHours = z.infer<typeof QuietHours>

const SecretMark = z.object({ set: z.boolean(), last4: z.string().optional() })

export const Alert = z.object({
  id: Id,
  name: z.string(),
  kind: z.enum(alertKinds),
  /** The email address; of a URL, which may contain a secret, only the origin. */
  address: z.string(),
  /** Whether each secret is set: `url`, `signing_secret`. The values are never returned. */
  credentials: z.record(z.string(), SecretMark),
  /** Empty = every kind of incident. */
  incident_kinds: z.array(IncidentKind),
  quiet_hours: QuietHours.nullable(),
  is_enabled: z.boolean(),
  /** The last message. `retrying`: it failed and will be sent again. */
  last_delivery: z
    .object({ at: Time, status: z.enum(['sent', 'retrying', 'failed']), detail: z.string().nullable() })
    .nullable(),
  version: z.int(),
  created_at: Time,
  updated_at: Time,
})
export type Alert = z.infer<typeof Alert>

/** The only response with a signing secret that the service created. */
export const CreatedAlert = Alert.extend({ secret: z.string().nullable() })
export type CreatedAlert = z.infer<typeof CreatedAlert>

const settings = {
  /** An email address, the URL of an incoming webhook of Slack, or any other URL. */
  address: z.string().trim().min(1, 'This field may not be blank.').max(maxAddress),
  /** Signing secret of a webhook; without it the service creates one. */
  signing_secret: z
    .string()
    .min(minSigningSecret, `Use at least ${minSigningSecret} characters.`)
    .max(maxSigningSecret, `Use at most ${maxSigningSecret} characters.`)
    .optional(),
  incident_kinds: z
    .array(IncidentKind)
    .max(IncidentKind.options.length)
    .overwrite((kinds) => [...new Set(kinds)])
    .optional(),
  quiet_hours: QuietHours.nullable().optional(),
  is_enabled: z.boolean().optional(),
}

export const alert = noun('alert', {
  list: get('/alert/', {
    summary: 'List addresses for alerts',
    query: pageQuery,
    returns: page(Alert),
    extension: 'alerts',
  }),
  create: post('/alert/', {
    summary: 'Add an address for alerts; only this response contains a created signing secret',
    body: z.strictObject({ name: Name, kind: z.enum(alertKinds), ...settings }),
    returns: CreatedAlert,
    success: 201,
    errors: ['conflict'],
    changes: ['alert'],
    extension: 'alerts',
  }),
  read: get('/alert/{id}/', {
    summary: 'Get an address for alerts',
    returns: Alert,
    errors: ['not_found'],
    extension: 'alerts',
    hasVersion: true,
  }),
  edit: patch('/alert/{id}/', {
    summary: 'Change an address for alerts',
    body: z.strictObject({
      name: Name.optional(),
      ...settings,
      address: settings.address.optional(),
      version: Version.optional(),
    }),
    returns: Alert,
    errors: ['not_found'],
    changes: ['alert'],
    extension: 'alerts',
    hasVersion: true,
  }),
  remove: del('/alert/{id}/', {
    summary: 'Delete an address for alerts',
    errors: ['not_found'],
    changes: ['alert'],
    extension: 'alerts',
    hasVersion: true,
  }),
  test: post('/alert/{id}/test/', {
    summary: 'Send a test message; `last_delivery` says whether it arrived',
    returns: Alert,
    success: 200,
    errors: ['not_found', 'not_ready'],
    changes: ['alert'],
    extension: 'alerts',
  }),
})
