/** Incidents: what is broken or needs attention, one per cause while it lasts. Source: docs/api.md, "Incidents". */
import { z } from 'zod'
import { get, noun } from './kernel/endpoint.ts'
import { trendLength } from './values/trend.ts'
import { Currency, Id, page, pageQuery, Time } from './kernel/page.ts'

/** In the order in which lists show them, within the same severity. */
export const incidentKinds = [
  'channel_down',
  'flow_failing',
  'schedule_missed',
  'runs_waiting',
  'balance',
  'budget',
  'channel_silent',
] as const
export const IncidentKind = z.enum(incidentKinds)
export type IncidentKind = z.infer<typeof IncidentKind>

export const incidentSeverities = ['broken', 'attention'] as const
const incidentStatuses = ['open', 'over'] as const

export const IncidentFigures = z.object({
  /** Failed or waiting runs, queued messages, missed times. */
  count: z.int().nullable(),
  /** Runs or times of which `count` is a part. */
  total: z.int().nullable(),
  /** Percent with one decimal: `count` of `total`, or the part of a budget that is spent. */
  share: z.number().nullable(),
  /** The usual share of the last 30 days, in percent. */
  usual_share: z.number().nullable(),
  /** The most frequent reason, and how often it occurred. */
  reason: z.string().nullable(),
  reason_count: z.int().nullable(),
  /** Start of the period that the figures describe: the first failure, the missed time, the longest wait. */
  since: Time.nullable(),
  /** Values by hour or day, oldest first. Values above `usual` are unusual; null = unknown. */
  trend: z
    .object({
      unit: z.enum(['hour', 'day']),
      values: z.array(z.number()).length(trendLength),
      usual: z.number().nullable(),
      /** Values are amounts in this currency. */
      currency: Currency.optional(),
    })
    .nullable(),
  /** Id of the trigger whose time was missed. */
  trigger: Id.optional(),
  /** Id of the node at which runs fail for the most frequent reason. */
  node: Id.optional(),
})
export type IncidentFigures = z.infer<typeof IncidentFigures>

export const Incident = z.object({
  id: Id,
  kind: IncidentKind,
  severity: z.enum(incidentSeverities),
  status: z.enum(incidentStatuses),
  /** Null = the account as a whole. The name is kept after the object is deleted. */
  subject: z.object({ noun: z.enum(['flow', 'channel', 'budget']), id: Id, name: z.string() }).nullable(),
  /** One or two sentences with figures. */
  message: z.string(),
  figures: IncidentFigures,
  opened_at: Time,
  changed_at: Time,
  /** When it opened or last got worse, as alerts report it. */
  reported_at: Time.optional(),
  over_at: Time.nullable(),
  /** Path of the page in the console where it can be resolved: "/channels?channel=…". */
  path: z.string(),
  sample: z.boolean(),
})
export type Incident = z.infer<typeof Incident>

export const incident = noun('incident', {
  list: get('/incident/', {
    summary: 'List incidents, open ones first, the worst at the top',
    query: pageQuery.extend({
      status: z.enum(incidentStatuses).optional(),
      /** Comma-separated values are OR. */
      kind: z.string().max(500).optional(),
    }),
    returns: page(Incident),
    extension: 'incidents',
  }),
  read: get('/incident/{id}/', {
    summary: 'Get an incident',
    returns: Incident,
    errors: ['not_found'],
    extension: 'incidents',
  }),
})
