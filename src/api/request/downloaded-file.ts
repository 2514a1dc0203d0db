/** The file of a download: its name and its content. Pure. */

/** The name in a Content-Disposition header, without any path; null if there is none. */
export function downloadNameOf(header: string | null): string | null {
  if (header === null) return null
  const star = /filename\*\s*=\s*UTF-8''([^;]+)/i.exec(header)?.[1]
  const plain = /filename\s*=\s*(?:"([^"]*)"|([^;]+))/i.exec(header)
  let name = plain?.[1] ?? plain?.[2] ?? ''
  if (star !== undefined) {
    try {
      name = decodeURIComponent(star.trim())
    } catch {
      // A badly encoded name: the plain one is used.
    }
  }
  const last = name.trim().split(/[/\\]/).pop() ?? ''
  return last === '' ? null : last
}

/** Maximum white space before a file's content. */
const maxBlank = 64

/**
 * A file that is a JSON string (`"{\"flow\": …}"`) is replaced by the string's content; any other is returned
 * unchanged.
 */
export async function unquoteJson(file: Blob): Promise<Blob> {
  const start = await file.slice(0, maxBlank).text()
  if (!start.trimStart().startsWith('"')) return file
  try {
    const inner: unknown = JSON.parse(await file.text())
    return typeof inner === 'string' ? new Blob([inner], { type: 'application/json' }) : file
  } catch {
    return file
  }
}
