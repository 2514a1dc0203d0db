/**
 * Fields of the contract's nouns as plain data: the kind of each field, then other names that services use for it. A
 * test compares this table with the schemas in contract/, and the compiler checks the larger nouns against their types:
 * a missing field or choice value does not compile.
 *
 * A kind is `id`, `text`, `int`, `number`, `ms`, `money`, `currency`, `time`, `flag:<value if absent>`,
 * `choice:<values>`, `object` and `any` (both not converted), `nodes`, `edges`, `place`, `size`, `end` (of an edge),
 * `of:<noun>`; `list:` before a kind makes a list of it, `?` after it allows null, `*` makes it optional.
 * Names in snake, camel and kebab case are equal; names that all nouns share (`created_at`, `created`, `date_created`)
 * are a rule in names.ts. `a.b` is a field of an object, `a.length` the length of a list. `~a` may be in cents, so a
 * whole number is not read. `a=yes|no` is a flag for one of two values; an omitted side leaves the value unknown.
 */
import type { Balance, Run, RunDetail, RunStep } from '#contract/billing.ts'
import type { Channel, ChannelDetail } from '#contract/channel.ts'
import type { Contact, Conversation, Message } from '#contract/conversation.ts'
import type { FlowDetail, FlowSummary } from '#contract/flow.ts'
import type { Tool } from '#contract/tool.ts'
import { category, channelType, flowFields, flowStatus, runStatus, updated } from './flow-fields.ts'

const direction = 'choice:in,out,note'
const author = 'choice:contact,flow,person,system'

const run = {
  id: 'id run_id execution_id',
  flow: 'of:runFlow workflow',
  status: `${runStatus} state`,
  trigger: 'choice:manual,webhook,schedule,message,subflow,retry trigger_type trigger_kind triggered_by',
  is_test: 'flag:false',
  started_at: 'time start begin begun_at',
  finished_at: 'time? ended_at completed_at stopped_at end',
  duration_ms: 'ms? elapsed took run_time',
  cost: 'money ~amount price total_cost ~charge',
  currency: 'currency',
  cost_breakdown: 'list:of:line breakdown cost_items line_items costs',
  usage: 'object',
  conversation: 'of:runConversation?',
  channel: 'of:channelRef?',
  error: 'of:runError? failure',
  parent_run: 'id? parent_run_id parent',
  retry_of: 'id? retry_of_id retried_from',
  retried_as: 'id* retried_by',
  attempt: 'int try attempt_number',
  sample: 'flag:false',
} as const

const channel = {
  id: 'id',
  type: `${channelType} kind channel_type`,
  name: 'text',
  identifier: 'text? address handle external_id',
  provider: 'text? vendor',
  status:
    'choice:connected,connecting,paused,reauth_required,error,disconnected state connection_status connection_state is_paused=paused paused=paused is_connected=connected|disconnected connected=connected|disconnected',
  status_reason: 'text? reason status_message',
  flow: 'of:ref? workflow',
  quality: 'choice:high,medium,low?',
  pending_count: 'int queued',
  last_event_at: 'time? last_activity_at last_seen_at',
  last_error: 'of:channelError?',
  created_at: 'time',
  sample: 'flag:false',
} as const

const channelDetail = {
  ...channel,
  config: 'object',
  credentials: 'object',
  address: 'text?',
  version: 'int revision rev',
  old_secret_expires_at: 'time*',
  flow_status: `${flowStatus}*`,
} as const

const table = {
  ...flowFields,
  tool: {
    id: 'id',
    key: 'text slug identifier',
    name: 'text',
    description: 'text desc summary',
    category: `${category} type kind`,
    enabled: 'flag:true active is_active disabled=no|yes is_disabled=no|yes',
    input_schema: 'object? input input_json_schema parameters',
    output_schema: 'object? output output_json_schema',
    config: 'object configuration settings options',
    used_by_count: 'int usage_count flow_count',
    version: 'int revision rev',
    cost_hint: 'money? cost_per_call estimated_cost ~price',
    calls_last_30_days: 'int? calls_30d calls_30_days',
    cost_last_30_days: 'money? cost_30d cost_30_days',
    created_at: 'time',
    updated_at: updated,
    sample: 'flag:false',
    problem: 'text*',
  },
  channel,
  channelDetail,
  channelMade: { ...channelDetail, secret: 'text?' },
  channelError: { code: 'text', message: 'text detail', at: 'time time timestamp occurred_at created_at sent_at date' },
  conversation: {
    id: 'id',
    number: 'int no',
    subject: 'text title topic name',
    status:
      'choice:open,pending,snoozed,resolved state is_resolved=resolved resolved=resolved is_snoozed=snoozed is_open=open',
    priority: 'choice:none,low,normal,high,urgent',
    channel: 'of:channelRef?',
    contact: 'of:contact customer',
    assignee: 'of:ref? assigned_to agent',
    team: 'text? group',
    labels: 'list:text tags',
    last_message: 'of:lastMessage?',
    unread_count: 'int',
    message_count: 'int',
    flow: 'of:ref? workflow',
    handled_by: 'choice:flow,person',
    last_run: 'of:runRef?',
    total_cost: 'money cost',
    currency: 'currency',
    can_reply: 'flag:false',
    snoozed_until: 'time? snooze_until',
    waiting_since: 'time?',
    created_at: 'time',
    updated_at: updated,
    version: 'int revision rev',
    custom_fields: 'object custom custom_attributes',
    sample: 'flag:false',
  },
  contact: {
    id: 'id',
    name: 'text full_name',
    email: 'text? email_address mail',
    phone: 'text? phone_number mobile tel',
    company: 'text? organization organisation company_name',
    tags: 'list:text labels',
    fields: 'object custom_fields attributes',
  },
  lastMessage: {
    at: 'time sent_at created_at time timestamp date',
    direction,
    author: `${author} author_type sender_type`,
    author_name: 'text* author.name sender_name from_name',
    text: 'text body content message',
  },
  message: {
    id: 'id',
    at: 'time sent_at created_at time timestamp date',
    direction,
    author: `${author} author_type sender_type`,
    author_name: 'text? author.name sender_name from_name',
    text: 'text body content message',
    run: 'of:messageRun?',
    delivery: 'choice:pending,sent,delivered,read,failed? delivery_status',
  },
  runRef: { id: 'id', status: `${runStatus} state`, cost: 'money ~amount price' },
  messageRun: { id: 'id', status: `${runStatus} state`, cost: 'money ~amount price', step_count: 'int' },
  balance: {
    balance: 'money ~amount current_balance ~current ~total',
    currency: 'currency',
    available: 'money available_balance',
    reserved: 'money ~held ~on_hold',
    granted: 'money ~credits_granted',
    topped_up: 'money paid_in',
    credit_limit: 'money ~limit',
    status: 'choice:ok,low,depleted,blocked state',
    low_balance_threshold: 'money ~threshold ~low_threshold',
    spend: 'of:spend spending spent usage',
    avg_daily_spend_7d: 'money average_daily_spend avg_daily_spend',
    estimated_depletion_at: 'time? depletes_at runs_out_at',
    updated_at: updated,
  },
  spend: {
    today: 'money ~day',
    month_to_date: 'money ~month ~this_month mtd',
    last_30_days: 'money last_30d days_30',
  },
  run,
  runDetail: { ...run, steps: 'list:of:step', balance_after: 'money?', input: 'any*', output: 'any* result' },
  runFlow: { id: 'id', name: 'text', version: 'int revision rev' },
  line: {
    kind: 'text type category',
    label: 'text name title description',
    quantity: 'number qty count amount_used',
    unit: 'text',
    cost: 'money ~amount price ~total',
    tool: 'of:ref?',
  },
  runConversation: { id: 'id', number: 'int no' },
  runError: { code: 'text type', message: 'text detail reason', node_id: 'id? node' },
  step: {
    seq: 'int index order position step',
    node_id: 'text node.id node',
    node_name: 'text node.name name',
    node_type: 'text node.type type',
    status: `${runStatus} state`,
    handle: 'text? output_handle branch',
    started_at: 'time start',
    duration_ms: 'ms? elapsed took',
    attempt: 'int try',
    cost: 'money ~amount price',
    error: 'of:stepError?',
    output: 'any? result',
    input: 'any*',
    is_reused: 'flag:false*',
    wake_at: 'time*',
  },
  stepError: { code: 'text type', message: 'text detail reason' },
  imported: { ...flowFields.flowDetail, import: 'of:importResult' },
  importResult: {
    warnings: 'list:any',
    missing: 'of:importMissing',
    redacted: 'list:text',
    renamed_from: 'text?',
    source_format: 'text',
  },
  importMissing: { tools: 'list:text', channels: 'list:text', secrets: 'list:text' },
} as const satisfies Record<string, Record<string, string>>

/** "choice:a,b? other" gives "a" | "b"; values taken from the contract's own list give `string`. */
type ChoicesOf<Spec extends string> = string extends Spec
  ? string
  : Spec extends `${infer Head} ${string}`
    ? ChoicesOf<Head>
    : Spec extends `${infer Head}${'?' | '*'}`
      ? ChoicesOf<Head>
      : Spec extends `choice:${infer Values}`
        ? ValuesOf<Values>
        : never
type ValuesOf<Text extends string> = Text extends `${infer First},${infer Rest}` ? First | ValuesOf<Rest> : Text

/** Compile-time check that a choice in the table has exactly the values of the contract. */
type SpecOf<Value, Spec extends string> = [Value] extends [string]
  ? string extends Value | ChoicesOf<Spec>
    ? string
    : [Value, ChoicesOf<Spec>] extends [ChoicesOf<Spec>, Value]
      ? string
      : never
  : string

type RowOf<T, Row> = {
  readonly [Field in keyof T]-?: SpecOf<NonNullable<T[Field]>, Field extends keyof Row ? Row[Field] & string : string>
}

interface Contract {
  conversation: Conversation
  contact: Contact
  message: Message
  run: Run
  runDetail: RunDetail
  step: RunStep
  balance: Balance
  tool: Tool
  channel: Channel
  channelDetail: ChannelDetail
  flow: FlowSummary
  flowDetail: FlowDetail
}

type CheckedTable<Table> = {
  readonly [Noun in keyof Contract]: RowOf<Contract[Noun], Noun extends keyof Table ? Table[Noun] : never>
}

export const fields = table satisfies CheckedTable<typeof table>

export type FieldsNoun = keyof typeof fields
