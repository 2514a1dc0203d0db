/**
 * Removes everything that the console stores in this browser: theme, zone, shortcuts, notes. Storage that the browser
 * refuses is empty.
 */
export async function clearBrowserStorage(): Promise<void> {
  for (const storage of [() => localStorage, () => sessionStorage]) {
    try {
      storage().clear()
    } catch {
      // Storage is unavailable: it is empty.
    }
  }
  const databases = await indexedDB.databases().catch(() => [])
  for (const { name } of databases) if (name !== undefined) indexedDB.deleteDatabase(name)
}
