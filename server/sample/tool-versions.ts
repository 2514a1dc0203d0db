/** All versions of sample tools, each with one difference from the previous. */
import type { Queryable } from '#server/store/engine/engine-db.ts'
import type { ToolState } from '#contract/tool-version.ts'
import { changesBetween, toolStateOf } from '#server/store/tools/tool-changes.ts'
import type { SampleTool } from './tools.ts'
import { listLiteral, BulkWriter } from './bulk-writer.ts'

export interface SampleToolRow {
  id: string
  /** Key of the tool in this account. */
  key: string
  version: number
  /** Milliseconds since 1970. */
  createdAt: number
  updatedAt: number
  tool: SampleTool
}

/** Possible differences; the first applicable one is used. */
const others: readonly ((state: ToolState) => ToolState)[] = [
  (state) => ({ ...state, description: '' }),
  ({ config, ...state }) => ({
    ...state,
    config: {
      ...config,
      ...('timeout_ms' in config ? { timeout_ms: 500 } : {}),
      ...('temperature' in config ? { temperature: 0.7 } : {}),
    },
  }),
  (state) => ({ ...state, output_schema: null }),
  (state) => ({ ...state, enabled: !state.enabled }),
  (state) => ({ ...state, name: `${state.name}, on trial` }),
]

const changedBy = (before: ToolState, after: ToolState): string[] =>
  changesBetween({ state: before, secrets: {} }, { state: after, secrets: {} }).changed

/** State of a tool in the version before `number`. */
function earlierStates(state: ToolState, number: number): ToolState {
  const switchedOff = others.map((_, index) => others[(index + number - 2) % others.length])
  return switchedOff.flatMap((make) => make?.(state) ?? []).find((made) => changedBy(made, state).length > 0) ?? state
}

/** Path of a value that is a secret as a whole (tool-secrets.ts). */
const wholeValue = JSON.stringify(['value'])

function currentState({ key, tool }: SampleToolRow): ToolState {
  const { name, description, enabled, input, output, config } = tool
  const secrets: Record<string, string> = config['secret'] === true ? { [wholeValue]: '' } : {}
  return toolStateOf({
    state: { key, name, description, enabled, input_schema: input, output_schema: output, config },
    secrets,
  })
}

export async function writeToolVersions(
  client: Queryable,
  account: string,
  rows: readonly SampleToolRow[],
): Promise<void> {
  const columns = {
    tool_id: 'text',
    number: 'integer',
    at: 'timestamptz',
    changed: 'words',
    state: 'jsonb',
  } as const
  const writer = new BulkWriter(client, account, 'tool_version', columns, false)
  for (const row of rows) {
    const between = (row.updatedAt - row.createdAt) / Math.max(1, row.version - 1)
    let state = currentState(row)
    for (let number = row.version; number >= 1; number -= 1) {
      const was = number === 1 ? state : earlierStates(state, number)
      writer.add({
        tool_id: row.id,
        number,
        at: Math.round(row.createdAt + between * (number - 1)),
        changed: listLiteral(changedBy(was, state)),
        state: JSON.stringify(state),
      })
      state = was
    }
  }
  await writer.flush()
}
