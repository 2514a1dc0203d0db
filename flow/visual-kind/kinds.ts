/** The kinds that a node is shown as: label, icon and colour of each. How a node behaves is flow/node-kind.ts. */

import type { KindHue } from './kind-hues.ts'

const rows = {
  'schedule-trigger': { label: 'Schedule trigger', icon: 'calendar-clock', hue: 'trigger' },
  'webhook-trigger': { label: 'Webhook trigger', icon: 'webhook', hue: 'trigger' },
  'message-trigger': { label: 'Message trigger', icon: 'message-square', hue: 'trigger' },
  'manual-trigger': { label: 'Manual trigger', icon: 'mouse-pointer-click', hue: 'trigger' },
  'app-trigger': { label: 'Trigger', icon: 'zap', hue: 'trigger' },
  http: { label: 'HTTP', icon: 'globe', hue: 'api' },
  database: { label: 'Database', icon: 'database', hue: 'database' },
  'vector-store': { label: 'Vector store', icon: 'chart-scatter', hue: 'vector' },
  file: { label: 'File', icon: 'file-text', hue: 'file' },
  spreadsheet: { label: 'Spreadsheet', icon: 'table-2', hue: 'sheet' },
  mail: { label: 'Mail', icon: 'mail', hue: 'mail' },
  'chat-app': { label: 'Chat app', icon: 'messages-square', hue: 'message' },
  model: { label: 'Model', icon: 'sparkles', hue: 'model' },
  embedding: { label: 'Embedding', icon: 'binary', hue: 'embedding' },
  memory: { label: 'Memory', icon: 'history', hue: 'memory' },
  parser: { label: 'Parser', icon: 'scan-text', hue: 'parser' },
  agent: { label: 'Agent', icon: 'brain', hue: 'agent' },
  tool: { label: 'Tool', icon: 'wrench', hue: 'tool' },
  code: { label: 'Code', icon: 'braces', hue: 'code' },
  transform: { label: 'Transform', icon: 'shuffle', hue: 'transform' },
  condition: { label: 'Condition', icon: 'split', hue: 'condition' },
  loop: { label: 'Loop', icon: 'repeat', hue: 'loop' },
  merge: { label: 'Merge', icon: 'merge', hue: 'merge' },
  wait: { label: 'Wait', icon: 'hourglass', hue: 'wait' },
  subflow: { label: 'Subflow', icon: 'workflow', hue: 'subflow' },
  human: { label: 'Human', icon: 'user-check', hue: 'human' },
  output: { label: 'Output', icon: 'log-out', hue: 'output' },
  app: { label: 'App', icon: 'plug', hue: 'app' },
  note: { label: 'Note', icon: 'sticky-note', hue: 'note' },
  group: { label: 'Group', icon: 'group', hue: 'neutral' },
  other: { label: 'Other', icon: 'box', hue: 'neutral' },
} as const satisfies Readonly<Record<string, { label: string; icon: string; hue: KindHue }>>

export type VisualKindId = keyof typeof rows

/** Name of an icon in lucide. */
export type KindIcon = (typeof rows)[VisualKindId]['icon'] | 'log-in'

/** An `app-trigger` may have icon and label of its app, or of an input; else `id` decides about all other fields. */
export interface VisualKind {
  id: VisualKindId
  label: string
  icon: KindIcon
  hue: KindHue
}

/** Kinds of apps whose triggers have the icon of the app. */
const appKinds = ['database', 'file', 'spreadsheet', 'mail', 'chat-app', 'subflow'] as const

/**
 * A kind in a table of types: "mail-trigger" is an `app-trigger` with the icon of `mail`, "input-trigger" one that is an
 * input of the flow.
 */
export type KindName = VisualKindId | `${(typeof appKinds)[number] | 'input'}-trigger`

const isKindId = (name: string): name is VisualKindId => Object.hasOwn(rows, name)

const appTriggers = appKinds.map((app): [KindName, VisualKind] => [
  `${app}-trigger`,
  { id: 'app-trigger', label: `${rows[app].label} trigger`, icon: rows[app].icon, hue: 'trigger' },
])

const byName: ReadonlyMap<KindName, VisualKind> = new Map<KindName, VisualKind>([
  ...Object.entries(rows).flatMap(([id, row]): [KindName, VisualKind][] =>
    isKindId(id) ? [[id, { id, ...row }]] : [],
  ),
  ...appTriggers,
  ['input-trigger', { id: 'app-trigger', label: 'Input', icon: 'log-in', hue: 'trigger' }],
])

/** All kinds, and the triggers of apps and inputs: the objects that `visualKindOf` returns. */
export const visualKinds: readonly VisualKind[] = [...byName.values()]

const other: VisualKind = { id: 'other', ...rows.other }

export const kindNamed = (name: KindName): VisualKind => byName.get(name) ?? other

export const isTriggerName = (name: KindName): boolean => name.endsWith('-trigger')

const triggerNames = new Map<KindName, KindName>(appKinds.map((app) => [app, `${app}-trigger`]))

/** The trigger of an app of this kind: "mail-trigger" for "mail". */
export const triggerNameOf = (name: KindName): KindName =>
  isTriggerName(name) ? name : (triggerNames.get(name) ?? 'app-trigger')
