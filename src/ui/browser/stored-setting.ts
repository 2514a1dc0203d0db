/** A setting of this browser: stored in localStorage, synchronized across tabs. */
import { useSyncExternalStore } from 'react'
import { signal, type Signal } from '#lib/signal.ts'

/** A signal with one of a few values. Without storage the setting lives as long as the page. */
export const storedSetting = <T extends string>(key: string, words: readonly T[], fallback: T): Signal<T> =>
  storedSettingBy(key, (text) => words.find((word) => word === text) ?? fallback)

/** A signal of a text that `read` parses; null = nothing is stored. */
export function storedSettingBy<T extends string>(key: string, read: (text: string | null) => T): Signal<T> {
  const choice = signal(read(readItem(key)))
  // Outside of a browser, such as in unit tests of pages' functions, there is no other tab.
  globalThis.window?.addEventListener('storage', (event) => {
    if (event.key === key) choice.set(read(event.newValue))
  })
  return {
    ...choice,
    set: (value) => {
      choice.set(value)
      try {
        localStorage.setItem(key, value)
      } catch {
        // Storage is unavailable or full: the signal holds the value.
      }
    },
  }
}

function readItem(key: string): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}

export const useStoredSetting = <T>(store: Signal<T>): T => useSyncExternalStore(store.subscribe, store.get)
