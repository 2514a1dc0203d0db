import { useRef, useState } from 'react'

/** The selected rows. */
export interface SelectedRows {
  ids: ReadonlySet<string>
  /** All matches, including those that are not loaded; `ids` are then the loaded ones. */
  isAll: boolean
  set: (ids: ReadonlySet<string>) => void
  setAll: (ids: ReadonlySet<string>) => void
  /** Selects the loaded rows. */
  setShown: () => void
  /** Updates the list of loaded rows. */
  noteShown: (ids: readonly string[]) => void
  clear: () => void
}

const none: ReadonlySet<string> = new Set()

/** The selection of a list; it is empty after switching to another list. `list` identifies filter and order. */
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
