import { useRef, useState } from 'react'

/** Which rows are selected. */
export interface SelectedRows {
  ids: ReadonlySet<string>
  /** All that match, those that are not here included; `ids` are then those that are here. */
  isAll: boolean
  set: (ids: ReadonlySet<string>) => void
  setAll: (ids: ReadonlySet<string>) => void
  /** Selects the rows that are here. */
  setShown: () => void
  /** Takes note of them. */
  noteShown: (ids: readonly string[]) => void
  clear: () => void
}

const none: ReadonlySet<string> = new Set()

/** The selection of a list; another list begins without one. `list` names filter and order. */
export function useSelectedRows(list: string): SelectedRows {
  const [state, setState] = useState({ list, ids: none, isAll: false })
  const shown = useRef<readonly string[]>([])
  const { ids, isAll } = state.list === list ? state : { ids: none, isAll: false }
  return {
    ids,
    isAll,
    set: (next) => setState({ list, ids: next, isAll: false }),
    setAll: (next) => setState({ list, ids: next, isAll: true }),
    setShown: () => setState({ list, ids: new Set(shown.current), isAll: false }),
    noteShown: (next) => {
      shown.current = next
    },
    clear: () => setState({ list, ids: none, isAll: false }),
  }
}
