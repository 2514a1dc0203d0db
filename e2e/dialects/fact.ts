/** Facts independent of any dialect. Amounts are whole micros of a euro, times milliseconds since 1970. */

export type FlowState = 'draft' | 'active' | 'paused' | 'archived'
export type RunState = 'queued' | 'running' | 'waiting' | 'succeeded' | 'failed' | 'cancelled' | 'timed_out' | 'blocked'

export interface NodeFact {
  key: string
  kind: string
  title: string
  /** Relative to the group `inside`, if there is one; null = no position. */
  position: { x: number; y: number } | null
  size: { width: number; height: number } | null
  inside: string | null
  /** Slug of a tool. */
  tool: string | null
  setup: Record<string, unknown>
  off: boolean
  notes: string
}

export interface EdgeFact {
  key: string
  from: string
  to: string
  port: string | null
  label: string | null
}

export interface FlowFact {
  key: number
  name: string
  about: string
  state: FlowState
  labels: string[]
  nodes: NodeFact[]
  edges: EdgeFact[]
  runs: number
  /** Cost of the last 30 days. */
  cost: number
  lastRun: { at: number; state: RunState } | null
  createdAt: number
  updatedAt: number
}

const toolGroups = ['api', 'transform', 'condition', 'agent', 'code', 'global'] as const
export type ToolGroup = (typeof toolGroups)[number]

export interface ToolFact {
  key: number
  slug: string
  name: string
  about: string
  group: ToolGroup
  on: boolean
  setup: Record<string, unknown>
  users: number
  createdAt: number
  updatedAt: number
}

export interface ChannelFact {
  key: number
  kind: string
  name: string
  address: string
  state: 'connected' | 'connecting' | 'paused' | 'reauth_required' | 'error' | 'disconnected'
  reason: string | null
  flow: number | null
  waiting: number
  lastAt: number | null
  createdAt: number
}

export interface ConversationFact {
  key: number
  number: number
  subject: string
  state: 'open' | 'pending' | 'snoozed' | 'resolved'
  urgency: 'none' | 'low' | 'normal' | 'high' | 'urgent'
  channel: number
  person: { key: number; name: string; mail: string | null; phone: string | null; firm: string | null }
  agent: { key: number; name: string } | null
  labels: string[]
  last: { at: number; direction: 'in' | 'out'; by: 'contact' | 'flow' | 'person'; text: string }
  unread: number
  count: number
  flow: number | null
  cost: number
  createdAt: number
  updatedAt: number
}

export interface RunFact {
  key: number
  flow: number
  state: RunState
  trigger: 'manual' | 'webhook' | 'schedule' | 'message'
  start: number
  end: number | null
  cost: number
  channel: number | null
  conversation: number | null
  fault: { code: string; text: string; node: string } | null
}

export interface BalanceFact {
  amount: number
  available: number
  reserved: number
  credit: number
  state: 'ok' | 'low'
  low: number
  today: number
  month: number
  days30: number
  updatedAt: number
}

export interface Facts {
  flows: FlowFact[]
  tools: ToolFact[]
  channels: ChannelFact[]
  conversations: ConversationFact[]
  runs: RunFact[]
  balance: BalanceFact
}
