/** Output handles of other products' nodes: the first or only output is "out", as in our own nodes. */
import type { EdgeFields } from './diagram.ts'
import type { JsonRecord } from '#lib/json/json.ts'

export interface Port {
  /** Name of the output in the file. */
  name: string
  label: string
}

/** Handle and label of the output at an index; a single output has no label. */
export function outputAt(ports: readonly Port[], index: number): Pick<EdgeFields, 'source_handle' | 'label'> {
  const port = ports[index]
  if (ports.length <= 1 || port === undefined) return { source_handle: 'out', label: null }
  return { source_handle: index === 0 ? 'out' : port.name, label: port.label === '' ? port.name : port.label }
}

/** Memoizes a function of a node, because it is called for each edge of the node. */
export function memoizedByRecord<T>(compute: (item: JsonRecord) => T): (item: JsonRecord) => T {
  const cache = new WeakMap<JsonRecord, { value: T }>()
  return (item) => {
    const before = cache.get(item)
    if (before !== undefined) return before.value
    const value = compute(item)
    cache.set(item, { value })
    return value
  }
}
