/** The sample workspace. Source: docs/api.md, "Extensions". */
import { z } from 'zod'
import { allNouns } from './account.ts'
import { del, get, noun, post } from './kernel/endpoint.ts'

const SampleCounts = z.object({
  flows: z.int(),
  tools: z.int(),
  channels: z.int(),
  conversations: z.int(),
  runs: z.int(),
})

/** In the order in which they are added; `totals`: ledger, daily totals and flows. */
const sampleStages = ['conversations', 'runs', 'totals'] as const
export type SampleStage = (typeof sampleStages)[number]

const SampleProgress = z.object({
  stage: z.enum(sampleStages),
  /** Objects of the stage that are added; 0 of 0 for `totals`. */
  done: z.int(),
  total: z.int(),
  /** Of all stages. */
  percent: z.int().min(0).max(100),
})
export type SampleProgress = z.infer<typeof SampleProgress>

export const sample = noun('sample', {
  read: get('/sample/', {
    summary: 'Get the state of the sample workspace, and its progress while it is being added',
    returns: z.object({
      status: z.enum(['absent', 'adding', 'present']),
      /** Null unless it is being added. */
      progress: SampleProgress.nullable(),
    }),
    extension: 'sample_progress',
  }),
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
    errors: ['conflict'],
    changes: allNouns,
    isLong: true,
    access: 'owner',
    extension: 'sample',
  }),
})
