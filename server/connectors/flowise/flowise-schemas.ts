/**
 * Answers of Flowise's API v1. Source: packages/api-documentation/src/yml/swagger.yml and
 * packages/server/src/database/entities in the repository of Flowise, version 3.1.3.
 */
import { z } from 'zod'
import type { Json } from '#lib/json/json.ts'

const AnyJson = z.custom<Json>((value) => value !== undefined)

/** Types of a chatflow; "ASSISTANT" is the flow behind a custom assistant. */
const chatflowTypes = ['CHATFLOW', 'AGENTFLOW', 'MULTIAGENT', 'ASSISTANT'] as const
export type ChatflowType = (typeof chatflowTypes)[number]

export const Chatflow = z.looseObject({
  id: z.string(),
  name: z.string(),
  /** JSON text of `{nodes, edges, viewport}`. */
  flowData: z.string(),
  type: z.enum(chatflowTypes).nullish(),
  /** Tags, separated by semicolons. */
  category: z.string().nullish(),
  createdDate: z.string(),
  updatedDate: z.string(),
})
export type Chatflow = z.infer<typeof Chatflow>

/** A page of a list; Flowise gives one only if it is asked for `page` and `limit`. */
export const pageOf = <T extends z.ZodType>(row: T) => z.looseObject({ data: z.array(row), total: z.int() })

const executionStates = ['INPROGRESS', 'FINISHED', 'ERROR', 'TERMINATED', 'TIMEOUT', 'STOPPED'] as const
const ExecutionState = z.enum(executionStates)
export type ExecutionState = z.infer<typeof ExecutionState>

export const Execution = z.looseObject({
  id: z.string(),
  /** JSON text of a list of `ExecutedNode`. */
  executionData: z.string(),
  state: ExecutionState,
  agentflowId: z.string(),
  sessionId: z.string(),
  /** Null until somebody shares the execution or ends sharing it. */
  isPublic: z.boolean().nullish(),
  createdDate: z.string(),
  updatedDate: z.string(),
  agentflow: z.looseObject({ name: z.string() }).nullish(),
})
export type Execution = z.infer<typeof Execution>

/** One pass of an execution through a node. */
export const ExecutedNode = z.looseObject({
  nodeId: z.string(),
  nodeLabel: z.string(),
  status: ExecutionState.optional(),
  data: z
    .looseObject({
      name: z.string().optional(),
      input: AnyJson.optional(),
      output: AnyJson.optional(),
      error: AnyJson.optional(),
    })
    .optional(),
})
export type ExecutedNode = z.infer<typeof ExecutedNode>

export const ChatMessage = z.looseObject({
  id: z.string(),
  role: z.enum(['userMessage', 'apiMessage']),
  chatflowid: z.string(),
  content: z.string(),
  chatId: z.string(),
  sessionId: z.string().nullish(),
  leadEmail: z.string().nullish(),
  executionId: z.string().nullish(),
  execution: z.looseObject({ id: z.string(), state: ExecutionState, executionData: z.string() }).nullish(),
  createdDate: z.string(),
})
export type ChatMessage = z.infer<typeof ChatMessage>

const dates = { createdDate: z.string().optional(), updatedDate: z.string().optional() }

export const FlowiseTool = z.looseObject({
  id: z.string(),
  name: z.string(),
  description: z.string(),
  /** JSON text of a list of `ToolField`. */
  schema: z.string().nullish(),
  /** Source in JavaScript. */
  func: z.string().nullish(),
  ...dates,
})
export type FlowiseTool = z.infer<typeof FlowiseTool>

/** A row of the table in which a tool's input is described. */
export const ToolField = z.looseObject({
  property: z.string(),
  type: z.string(),
  description: z.string().optional(),
  required: z.boolean().optional(),
})

/** Without its value, which is never read. */
export const FlowiseVariable = z.object({ id: z.string(), name: z.string(), type: z.string(), ...dates })
export type FlowiseVariable = z.infer<typeof FlowiseVariable>

export const FlowiseCredential = z.object({
  id: z.string(),
  name: z.string(),
  credentialName: z.string(),
  ...dates,
})
export type FlowiseCredential = z.infer<typeof FlowiseCredential>

export const DocumentStore = z.object({
  id: z.string(),
  name: z.string(),
  description: z.string().nullish(),
  status: z.string(),
  totalChunks: z.int(),
  whereUsed: z.array(z.looseObject({ id: z.string() })),
  ...dates,
})
export type DocumentStore = z.infer<typeof DocumentStore>
