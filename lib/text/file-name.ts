/** File names that every file system accepts. Pure. Source: Microsoft, "Naming Files, Paths, and Namespaces". */

/** Longest name in characters, without its extension: file systems accept 255 bytes, and a character has up to four. */
const maxLength = 60

/** Characters that file systems reject or interpret: separators, wildcards, control characters, bidirectional marks. */
// oxlint-disable-next-line no-control-regex -- control characters are what it is about
const unsafe = /[\\/:*?"<>|\u0000-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069]/g

/** Device names on Windows, with any text after their first dot. */
const devices = /^(?:con|prn|aux|nul|conin\$|conout\$|(?:com|lpt)[\d¹²³])\s*(?:\.|$)/i

/** Index at which the extension of "Orders.flow.json" begins. */
function endingOf(name: string): string {
  return /\.(?:flow\.)?[\p{L}\p{N}]{1,10}$/iu.exec(name)?.[0] ?? ''
}

/** A safe name and its extension; "flow" if nothing of the name is left. */
export function safeFileName(fileName: string): { stem: string; ending: string } {
  const ending = endingOf(fileName)
  const kept = [...fileName.slice(0, fileName.length - ending.length).replaceAll(unsafe, '_')].slice(0, maxLength)
  const stem = kept.join('').replace(/^[\s.]+|[\s.]+$/g, '') || 'flow'
  return { stem: devices.test(stem) ? `_${stem}` : stem, ending }
}

/**
 * `Content-Disposition` for a download of any name. `fileName` with its extension; given in UTF-8, with an ASCII
 * fallback for old clients. Source: RFC 6266, RFC 8187.
 */
export function attachment(fileName: string): string {
  const { stem, ending } = safeFileName(fileName)
  const ascii = stem.replaceAll(/[^\x20-\x7e]|[%']/g, '_')
  const encoded = encodeURIComponent(stem + ending).replaceAll(
    /['()*!]/g,
    (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `attachment; filename="${ascii}${ending}"; filename*=UTF-8''${encoded}`
}
