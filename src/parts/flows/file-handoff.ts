/** Files that were dropped on one page and are looked at on another. */

let handed: readonly File[] = []

/** Keeps them for the page that is opened next. */
export function handOffFiles(files: readonly File[]): void {
  handed = [...handed, ...files]
}

/** What was handed over; only once. */
export function takeHandedOffFiles(): readonly File[] {
  const taken = handed
  handed = []
  return taken
}
