/** Hands files that were dropped on one page to the page that opens them. */

let handed: readonly File[] = []

/** Stores files for the next page. */
export function handOffFiles(files: readonly File[]): void {
  handed = [...handed, ...files]
}

/** Returns the stored files and removes them. */
export function takeHandedOffFiles(): readonly File[] {
  const taken = handed
  handed = []
  return taken
}
