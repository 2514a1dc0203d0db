/** Removes everything that the console keeps in this browser: theme, zone, shortcuts, notes. What the browser refuses is not there. */
export async function clearBrowserStorage(): Promise<void> {
  for (const storage of [() => localStorage, () => sessionStorage]) {
    try {
      storage().clear()
    } catch {
      // Storage is refused: nothing was kept in it.
    }
  }
  const databases = await indexedDB.databases().catch(() => [])
  for (const { name } of databases) if (name !== undefined) indexedDB.deleteDatabase(name)
}
