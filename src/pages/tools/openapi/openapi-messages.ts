/** Messages to and from the worker that reads OpenAPI documents: one reply per request, in order. */
import type { ListedOperations } from './operations.ts'
import type { OperationChoices, ToolConversion } from './to-tool.ts'

export type OpenApiRequest = { ask: 'open'; file: File } | { ask: 'make'; id: string; choices: OperationChoices }

export interface OpenedDocument extends ListedOperations {
  title: string
}

export type OpenApiReply =
  | { is: 'opened'; list: OpenedDocument }
  | { is: 'refused'; message: string; line: number | null }
  | { is: 'made'; tool: ToolConversion }
