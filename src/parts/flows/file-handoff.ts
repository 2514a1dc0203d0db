/** Hands files that were dropped or made on one page to the page that opens them. */

export interface HandedFile {
  file: File
  /** The name under which its flow is imported; null = that in the file. */
  name: string | null
}

let pendingFiles: readonly HandedFile[] = []

/** Stores files for the next page. */
export function handOffFiles(files: readonly File[], name: string | null = null): void {
  pendingFiles = [...pendingFiles, ...files.map((file) => ({ file, name }))]
}

/** Returns the stored files and removes them. */
export function takeHandedOffFiles(): readonly HandedFile[] {
  const taken = pendingFiles
  pendingFiles = []
  return taken
}
