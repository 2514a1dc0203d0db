/** `Content-Disposition` for a download of any name. Source: RFC 6266, RFC 8187. */

/** Longest name, in UTF-16 units without its ending: file systems take 255 bytes, and a character has up to four. */
const maxLength = 60

/** What file systems refuse or read as something else: separators, wildcards, control characters, bidirectional marks. */
// oxlint-disable-next-line no-control-regex -- control characters are what it is about
const unsafe = /[\\/:*?"<>|\u0000-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069]/g

/** `fileName` with its ending; the header names it in UTF-8, with an ASCII name beside it for old programs. */
export function attachment(fileName: string): string {
  const dot = fileName.lastIndexOf('.')
  const ending = fileName.slice(dot)
  const stem = [...fileName.slice(0, dot).replaceAll(unsafe, '_')].slice(0, maxLength).join('')
  const safe = stem.replace(/^[\s.]+|[\s.]+$/g, '') || 'flow'
  const ascii = safe.replaceAll(/[^\x20-\x7e]|[%']/g, '_')
  const encoded = encodeURIComponent(safe + ending).replaceAll(
    /['()*!]/g,
    (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `attachment; filename="${ascii}${ending}"; filename*=UTF-8''${encoded}`
}
