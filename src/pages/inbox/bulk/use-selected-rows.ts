import { useRef, useState } from 'react'

export interface SelectedRows {
  ids: ReadonlySet<string>
  /** Whether all matches are selected, including rows that are not loaded; `ids` are then the rows selected before. */
  isAll: boolean
  set: (ids: ReadonlySet<string>) => void
  selectAll: (ids: ReadonlySet<string>) => void
  /** Selects the loaded rows. */
  selectLoaded: () => void
  /** Updates the list of loaded rows. */
  setLoaded: (ids: readonly string[]) => void
  clear: () => void
}

const noIds: ReadonlySet<string> = new Set()

/** The selection of a list; it is empty after switching to another list. `list` identifies filter and order. */
export function useSelectedRows(list: string): SelectedRows {
  const [state, setState] = useState({ list, ids: noIds, isAll: false })
  const loadedIds = useRef<readonly string[]>([])
  const { ids, isAll } = state.list === list ? state : { ids: noIds, isAll: false }
  return {
    ids,
    isAll,
    set: (next) => setState({ list, ids: next, isAll: false }),
    selectAll: (next) => setState({ list, ids: next, isAll: true }),
    selectLoaded: () => setState({ list, ids: new Set(loadedIds.current), isAll: false }),
    setLoaded: (next) => {
      loadedIds.current = next
    },
    clear: () => setState({ list, ids: noIds, isAll: false }),
  }
}
