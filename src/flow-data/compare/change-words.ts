/** Changes in words. Pure. */
import type { Node } from '#contract/flow.ts'
import type { Pair } from '#flow/diff/diff.ts'
import type { FieldChange } from '#flow/diff/value-diff.ts'
import { count } from '#lib/count.ts'

const partTitles: Record<string, string> = {
  name: 'Name',
  type: 'Type',
  tool: 'Tool',
  config: 'Config',
  disabled: 'State',
  notes: 'Notes',
  parent: 'Group',
  size: 'Size',
  id: 'ID',
  source: 'Start',
  target: 'End',
  source_handle: 'Branch',
  target_handle: 'Port',
  label: 'Label',
  condition: 'Condition',
  description: 'Description',
}

/** "config.headers.accept" → "config", "headers". */
const topLevelFields = (path: string): string[] => path.split('.', 2)

/** "2 of 6 fields" of the node's config; "6 fields" if all changed. */
function configText(fields: readonly FieldChange[], configs: readonly Node['config'][]): string {
  const changed = new Set(fields.flatMap(({ path }) => topLevelFields(path)[1] ?? []))
  const all = new Set(configs.flatMap((config) => Object.keys(config)))
  return changed.size >= all.size
    ? count(changed.size, 'field')
    : `${changed.size.toLocaleString()} of ${count(all.size, 'field')}`
}

/** "Config, 2 of 6 fields · Name": the changed parts, without values. `configs`: those of both versions of a node. */
export function changeText(fields: readonly FieldChange[], configs: readonly Node['config'][] = []): string {
  const tops = new Map<string, FieldChange[]>()
  for (const field of fields) {
    const [top = ''] = topLevelFields(field.path)
    tops.set(top, [...(tops.get(top) ?? []), field])
  }
  return [...tops]
    .map(([top, own]) => {
      const word = Object.hasOwn(partTitles, top) ? (partTitles[top] ?? top) : top
      return top === 'config' ? `${word}, ${configText(own, configs)}` : word
    })
    .join(' · ')
}

/** "40 px down", "12 px left and 3 px up". */
export function moveText(moved: Pair['moved']): string {
  if (moved === null) return 'Position changed'
  const { x, y } = moved
  const pixels = (value: number) => `${Math.round(Math.abs(value)).toLocaleString()} px`
  const across = x === 0 ? [] : [`${pixels(x)} ${x < 0 ? 'left' : 'right'}`]
  const along = y === 0 ? [] : [`${pixels(y)} ${y < 0 ? 'up' : 'down'}`]
  return [...across, ...along].join(' and ')
}

/** Maximum length of a displayed value; the node's panel shows all of it. */
const maxValue = 300

/** The value of a field as text. */
export function valueText(value: unknown, maxLength = maxValue): string {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '')
  return text.length > maxLength ? `${text.slice(0, maxLength)}…` : text
}
