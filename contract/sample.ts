/** The sample workspace. Source: docs/api.md, "Extensions". */
import { z } from 'zod'
import { allNouns } from './account.ts'
import { del, noun, post } from './kernel/endpoint.ts'

const SampleCounts = z.object({
  flows: z.int(),
  tools: z.int(),
  channels: z.int(),
  conversations: z.int(),
  runs: z.int(),
})

export const sample = noun('sample', {
  create: post('/sample/', {
    summary: 'Add the sample workspace; all its objects are marked as sample',
    returns: SampleCounts,
    success: 201,
    errors: ['conflict'],
    changes: allNouns,
    isLong: true,
    access: 'owner',
    extension: 'sample',
  }),
  remove: del('/sample/', {
    summary: 'Remove the sample workspace; other objects are kept',
    changes: allNouns,
    isLong: true,
    access: 'owner',
    extension: 'sample',
  }),
})
