/** The trash: deleted flows, for some days. Source: docs/api.md, "Trash". */
import { z } from 'zod'
import { Actor } from '#contract/activity.ts'
import { FlowDetail } from '#contract/flow.ts'
import { del, get, noun, post } from '#contract/kernel/endpoint.ts'
import { flowTrash as extension } from '#contract/kernel/extensions.ts'
import { Id, page, pageQuery, Time } from '#contract/kernel/page.ts'

/** Days for which a deleted flow can be restored. */
export const trashDays = 30

export const DeletedFlow = z.object({
  /** Also its id after it is restored. */
  id: Id,
  name: z.string(),
  deleted_at: Time,
  deleted_by: Actor,
  /** Time at which it is deleted permanently. */
  expires_at: Time,
  node_count: z.int(),
  /** Ended runs at the time of the deletion. */
  run_count: z.int(),
  /** Versions of its definition, at least 1. */
  version_count: z.int(),
  sample: z.boolean(),
})
export type DeletedFlow = z.infer<typeof DeletedFlow>

export const trashOrderings = ['deleted_at', 'name'] as const

export const flowTrash = noun('flow', {
  trash: get('/flow/trash/', {
    summary: `List the flows that were deleted in the last ${trashDays} days, latest first`,
    query: pageQuery.extend({ search: z.string().max(500).optional() }),
    returns: page(DeletedFlow),
    extension,
  }),
  restore: post('/flow/trash/{id}/restore/', {
    summary: 'Restore a deleted flow under its id; an active flow is paused',
    returns: FlowDetail,
    success: 200,
    errors: ['not_found'],
    changes: ['flow', 'channel', 'tool'],
    extension,
  }),
  purge: del('/flow/trash/{id}/', {
    summary: 'Delete a flow in the trash permanently, with its versions',
    errors: ['not_found'],
    changes: ['flow'],
    extension,
  }),
})
