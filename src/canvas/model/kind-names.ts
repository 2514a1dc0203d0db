/** Display names of the kinds of nodes and categories of tools. */
const names: Record<string, string> = {
  trigger: 'Trigger',
  api: 'API',
  transform: 'Transform',
  condition: 'Condition',
  agent: 'Agent',
  code: 'Code',
  message: 'Message',
  wait: 'Wait',
  subflow: 'Subflow',
  global: 'Global',
  note: 'Note',
  group: 'Group',
}

/** The display name of a kind; an unknown one is its own name. */
export const wordOfKind = (kind: string): string =>
  (Object.hasOwn(names, kind) ? names[kind] : undefined) ?? (kind || 'Unknown')
