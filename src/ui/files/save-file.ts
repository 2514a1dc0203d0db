/** Time in ms after which every browser has begun to read the file. */
const keepMs = 60_000

/** Starts a download of a blob. */
export function saveFile(blob: Blob, filename: string): void {
  const url = URL.createObjectURL(blob)
  const link = document.createElement('a')
  link.href = url
  link.download = filename
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), keepMs)
}
