/** Where a run begins: what came in goes on. */
import type { NodeRunner } from '#server/engine/node.ts'

export const trigger: NodeRunner = {
  type: 'trigger',
  timeoutMs: 10_000,
  isFree: true,
  run: async ({ input }) => ({ is: 'done', handles: ['out'], output: input }),
}
