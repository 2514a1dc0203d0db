import { useMemo, useSyncExternalStore } from 'react'
import { allConnections, connection, connectionsKey, type Connection } from './connection.ts'

/** Sent within this page; other tabs hear of a change by `storage`. */
export const connectionsChange = 'connections-change'

/** Credentials are no part of what is kept here, and change what is shown all the same. */
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

/** All connections, the page's own first, and the one that this page uses. */
export function useConnections(): { all: readonly Connection[]; used: Connection } {
  const text = useSyncExternalStore(subscribe, kept)
  return useMemo(() => ({ text, all: allConnections(), used: connection() }), [text])
}
