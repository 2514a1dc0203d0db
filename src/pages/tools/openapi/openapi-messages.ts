/** Messages to and from the worker that reads OpenAPI documents: one answer per request, in order. */
import type { Listed } from './operations.ts'
import type { OperationChoices, MadeTool } from './to-tool.ts'

export type OpenApiRequest = { ask: 'open'; file: File } | { ask: 'make'; id: string; choices: OperationChoices }

export interface OpenedDocument extends Listed {
  title: string
}

export type OpenApiReply =
  | { is: 'opened'; list: OpenedDocument }
  | { is: 'refused'; message: string; line: number | null }
  | { is: 'made'; made: MadeTool }
