import { useMemo, useSyncExternalStore } from 'react'
import { allConnections, connection, connectionsKey, type Connection } from './connection.ts'

/** Event within this page; other tabs learn of a change by `storage`. */
export const connectionsChange = 'connections-change'

/** Counter that makes the snapshot change with the credentials, which are not part of it. */
let changes = 0

function subscribe(listener: () => void): () => void {
  const hear = () => {
    changes += 1
    listener()
  }
  window.addEventListener('storage', hear)
  window.addEventListener(connectionsChange, hear)
  return () => {
    window.removeEventListener('storage', hear)
    window.removeEventListener(connectionsChange, hear)
  }
}

function kept(): string {
  try {
    return `${changes} ${localStorage.getItem(connectionsKey) ?? ''}`
  } catch {
    return `${changes}`
  }
}

/** All connections, the page's own first, and the one of this page. */
export function useConnections(): { all: readonly Connection[]; used: Connection } {
  const text = useSyncExternalStore(subscribe, kept)
  return useMemo(() => ({ text, all: allConnections(), used: connection() }), [text])
}
