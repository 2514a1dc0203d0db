/** The file name of a download. Pure. */

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
