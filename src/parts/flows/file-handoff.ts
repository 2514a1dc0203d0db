/** Files that were dropped on one page and are opened on another. */

let handed: readonly File[] = []

/** Stores them for the next page. */
export function handOffFiles(files: readonly File[]): void {
  handed = [...handed, ...files]
}

/** Returns the stored files once. */
export function takeHandedOffFiles(): readonly File[] {
  const taken = handed
  handed = []
  return taken
}
