/** Hands files that were dropped on one page to the page that opens them. */

let pendingFiles: readonly File[] = []

/** Stores files for the next page. */
export function handOffFiles(files: readonly File[]): void {
  pendingFiles = [...pendingFiles, ...files]
}

/** Returns the stored files and removes them. */
export function takeHandedOffFiles(): readonly File[] {
  const taken = pendingFiles
  pendingFiles = []
  return taken
}
