/** `Content-Disposition` for a download of any name. Source: RFC 6266, RFC 8187. */
import { safeFileName } from '#lib/text/file-name.ts'

/** `fileName` with its extension; given in UTF-8, with an ASCII fallback for old clients. */
export function attachment(fileName: string): string {
  const { stem, ending } = safeFileName(fileName)
  const ascii = stem.replaceAll(/[^\x20-\x7e]|[%']/g, '_')
  const encoded = encodeURIComponent(stem + ending).replaceAll(
    /['()*!]/g,
    (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `attachment; filename="${ascii}${ending}"; filename*=UTF-8''${encoded}`
}
