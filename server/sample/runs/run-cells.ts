/** Optional columns of runs and steps. */
import type { RunStatus } from '#contract/values/run-status.ts'
import type { RunOutcome } from './run-outcome.ts'
import type { Cell } from '#server/sample/bulk-writer.ts'
import type { RunRequest } from './run-request.ts'

export const isUnfinished = (status: RunStatus): boolean => ['queued', 'running', 'waiting'].includes(status)

type Cells<Name extends string> = Record<Name, Cell>

/** Columns for the origin of a run: channel, conversation, parent run, retried run. */
export function originCells({
  channel,
  conversation,
  parentRun = '',
  retryOf = '',
}: RunRequest): Cells<
  'channel_id' | 'channel_name' | 'channel_type' | 'conversation_id' | 'conversation_number' | 'parent_run' | 'retry_of'
> {
  const { id, name, type } = channel ?? { id: null, name: null, type: null }
  return {
    channel_id: id,
    channel_name: name,
    channel_type: type,
    conversation_id: conversation ? conversation.id : null,
    conversation_number: conversation ? conversation.number : null,
    parent_run: parentRun || null,
    retry_of: retryOf || null,
  }
}

/** Error columns of a run; null without an error, or if the run has not ended. */
export function errorCells(
  status: RunStatus,
  { fault, path }: RunOutcome,
): Cells<'error_code' | 'error_message' | 'error_node_id'> {
  if (!fault || isUnfinished(status)) return { error_code: null, error_message: null, error_node_id: null }
  return { error_code: fault.code, error_message: fault.message, error_node_id: path.at(-1)?.node.id ?? null }
}

/** JSON output of an API or condition step; null for other types. */
export function outputOf(type: string, handle: string | null): string | null {
  if (type === 'api') return '{"status":200}'
  return type === 'condition' ? JSON.stringify({ case: handle }) : null
}
