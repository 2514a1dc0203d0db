/**
 * Fields of a flow for the table of fields (fields.ts defines the syntax of a row). In a separate file, because the
 * worker that holds open flows needs no other fields.
 */
import { channelTypes } from '#contract/values/channel-type.ts'

export const flowStatus = 'choice:draft,active,paused,archived'
export const runStatus = 'choice:queued,running,waiting,succeeded,failed,cancelled,timed_out,blocked'
export const channelType = `choice:${channelTypes.join(',')}`
export const category = 'choice:api,transform,condition,agent,code,global'
export const updated =
  'time modified_at last_modified last_modified_at changed_at edited_at last_updated last_updated_at'

const flow = {
  id: 'id',
  name: 'text',
  description: 'text desc summary',
  status: `${flowStatus} state is_archived=archived archived=archived is_paused=paused paused=paused is_draft=draft is_active=active active=active`,
  version: 'int revision rev',
  tags: 'list:text labels keywords',
  node_count: 'int nodes.length graph.nodes.length definition.nodes.length',
  edge_count: 'int edges.length graph.edges.length definition.edges.length',
  trigger_types: 'list:text triggers trigger_kinds',
  tools: 'list:of:toolRef tools_used used_tools',
  channels: 'list:of:channelRef',
  last_run_at: 'time? last_run.at last_run.started_at last_run.created_at last_executed_at last_execution_at',
  last_run_status: `${runStatus}? last_run.status last_run.state last_status last_result last_execution_status`,
  run_count: 'int execution_count',
  cost_last_30_days: 'money cost_30d cost_30_days cost_last_30d last_30_days_cost spend_last_30_days',
  runs_last_30_days: 'int*',
  failed_last_30_days: 'int*',
  currency: 'currency',
  created_at: 'time',
  updated_at: updated,
  created_by: 'of:ref? creator author owner',
  sample: 'flag:false',
  validation_summary: 'of:validationSummary*',
  paused_by: 'of:budgetPause*',
  live_version: 'int*',
  draft_version: 'int*',
} as const

const flowDetail = {
  ...flow,
  nodes: 'nodes steps graph.nodes definition.nodes data.nodes content.nodes',
  edges: 'edges connections graph.edges definition.edges data.edges content.edges links',
  metadata: 'object meta',
  variables: 'list:of:variable vars',
  settings: 'object options',
  viewport: 'of:viewport?',
  validation: 'list:of:finding findings problems',
  bindings: 'of:bindings',
} as const

export const flowFields = {
  ref: { id: 'id', name: 'text' },
  toolRef: { id: 'id', key: 'text slug', name: 'text', category: `${category} type kind` },
  channelRef: { id: 'id', name: 'text', type: `${channelType} kind channel_type` },
  flow,
  flowDetail,
  validationSummary: {
    errors: 'int',
    warnings: 'int',
    steps: 'int',
    foreign_steps: 'int',
    faulty_steps: 'int',
    flow_errors: 'int',
    starts_elsewhere: 'flag:false',
    product: 'text?',
  },
  budgetPause: { budget: 'id', amount: 'money', is_for_all: 'flag:false', until: 'time' },
  viewport: { x: 'number', y: 'number', zoom: 'number scale k' },
  variable: { key: 'text name', value: 'any*' },
  finding: {
    level: 'choice:error,warning,info severity',
    code: 'text',
    message: 'text detail text',
    node_id: 'text*',
    edge_id: 'text*',
  },
  bindings: { tools: 'object', channels: 'object', secrets: 'object' },
  node: {
    id: 'id key',
    type: 'text kind node_type data.type data.kind',
    name: 'text data.label data.name data.title',
    position: 'place',
    size: 'size',
    parent: 'id? parent_id parent_node parent_node_id parent_key group_id',
    tool: 'id? tool_key tool_id data.tool data.tool_key data.tool_id',
    config: 'object data.config data.parameters data.settings data parameters params inputs settings',
    disabled: 'flag:false data.disabled enabled=no|yes is_enabled=no|yes data.enabled=no|yes',
    notes: 'text note comment data.notes data.note data.comment',
  },
  edge: {
    id: 'id key',
    source: 'end from source_node_id source_id source_node from_node from_node_id from_id src origin',
    target: 'end to target_node_id target_id target_node to_node to_node_id to_id dst destination',
    source_handle:
      'text? from_handle source_port from_port source_output source.handle source.port from.handle from.port',
    target_handle: 'text? to_handle target_port to_port target_input target.handle target.port to.handle to.port',
    label: 'text? name title data.label',
    condition: 'text? data.condition',
  },
} as const satisfies Record<string, Record<string, string>>
