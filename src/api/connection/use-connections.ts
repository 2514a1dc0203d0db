import { useMemo, useSyncExternalStore } from 'react'
import { allConnections, connection, connectionsKey, type Connection } from './connection.ts'

/** Event within this page; other tabs get the browser's `storage` event. */
export const connectionsChange = 'connections-change'

/** Counter in the snapshot: a change of credentials, which the snapshot does not contain, changes it too. */
let changes = 0

function subscribe(listener: () => void): () => void {
  const onChange = () => {
    changes += 1
    listener()
  }
  window.addEventListener('storage', onChange)
  window.addEventListener(connectionsChange, onChange)
  return () => {
    window.removeEventListener('storage', onChange)
    window.removeEventListener(connectionsChange, onChange)
  }
}

function snapshot(): string {
  try {
    return `${changes} ${localStorage.getItem(connectionsKey) ?? ''}`
  } catch {
    return `${changes}`
  }
}

/** All connections, the page's own first; `used` is the one of this page. */
export function useConnections(): { all: readonly Connection[]; used: Connection } {
  const text = useSyncExternalStore(subscribe, snapshot)
  return useMemo(() => ({ text, all: allConnections(), used: connection() }), [text])
}
