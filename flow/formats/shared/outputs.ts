/** Handles of nodes of other products: the first of several outputs, and the only one, is "out", as on our own nodes. */
import type { EdgeFacts } from './diagram.ts'
import type { JsonRecord } from '#lib/json/json.ts'

export interface Port {
  /** Its name in the file. */
  name: string
  label: string
}

/** Handle and label of the output at this place in the list of all of them; of one output nothing needs to be said. */
export function outputAt(ports: readonly Port[], index: number): Pick<EdgeFacts, 'source_handle' | 'label'> {
  const port = ports[index]
  if (ports.length <= 1 || port === undefined) return { source_handle: 'out', label: null }
  return { source_handle: index === 0 ? 'out' : port.name, label: port.label === '' ? port.name : port.label }
}

/** What is worked out of a node is worked out once, however many edges leave it. */
export function onceFor<T>(make: (item: JsonRecord) => T): (item: JsonRecord) => T {
  const known = new WeakMap<JsonRecord, { made: T }>()
  return (item) => {
    const before = known.get(item)
    if (before !== undefined) return before.made
    const made = make(item)
    known.set(item, { made })
    return made
  }
}
