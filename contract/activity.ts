/** Audit log: who did what, when and from where. Source: docs/api.md, "Extensions". */
import { z } from 'zod'
import { get, noun } from './kernel/endpoint.ts'
import { Id, page, pageQuery, Time } from './kernel/page.ts'

/** A person or a key, with its name at that time. */
export const Actor = z.object({ kind: z.enum(['person', 'key']), id: Id, name: z.string() })
export type Actor = z.infer<typeof Actor>

/** A changed field; before and after are null for no value, or a value that is not logged. */
export const FieldChange = z.object({ field: z.string(), before: z.string().nullable(), after: z.string().nullable() })
export type FieldChange = z.infer<typeof FieldChange>

export const Activity = z.object({
  id: Id,
  at: Time,
  /** Null = the service itself. */
  actor: Actor.nullable(),
  /** Id of the endpoint ("flow.create"), or an event of the service ("session.failed"). */
  action: z.string(),
  object: z.object({ noun: z.string(), id: z.string(), name: z.string().nullable() }).nullable(),
  address: z.string().nullable(),
  /** What changed, for changes of conversations. */
  changes: z.array(FieldChange).optional(),
})
export type Activity = z.infer<typeof Activity>

export const activity = noun('activity', {
  list: get('/activity/', {
    summary: 'List the audit log of the last year: who did what, when and from where',
    query: pageQuery.extend({ actor: z.string().max(200).optional(), action: z.string().max(200).optional() }),
    returns: page(Activity),
    access: 'owner',
    extension: 'activity',
  }),
})
