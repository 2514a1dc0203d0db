/** File names that every file system accepts. Pure. Source: Microsoft, "Naming Files, Paths, and Namespaces". */

/** Maximum length of a name in characters, without extension: file systems accept 255 bytes, up to 4 per character. */
const maxLength = 60

/** Characters that file systems reject or interpret: separators, wildcards, control characters, bidirectional marks. */
// oxlint-disable-next-line no-control-regex -- control characters are what it is about
const unsafe = /[\\/:*?"<>|\u0000-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069]/g

/** Device names on Windows, with any text after their first dot. */
const devices = /^(?:con|prn|aux|nul|conin\$|conout\$|(?:com|lpt)[\d¹²³])\s*(?:\.|$)/i

/** Extension of a file name: ".flow.json" for "Orders.flow.json". */
function endingOf(name: string): string {
  return /\.(?:flow\.)?[\p{L}\p{N}]{1,10}$/iu.exec(name)?.[0] ?? ''
}

/** A safe name, and the extension of the file; the name is "flow" if no characters are left. */
export function safeFileName(fileName: string): { stem: string; ending: string } {
  const ending = endingOf(fileName)
  const kept = [...fileName.slice(0, fileName.length - ending.length).replaceAll(unsafe, '_')].slice(0, maxLength)
  const stem = kept.join('').replace(/^[\s.]+|[\s.]+$/g, '') || 'flow'
  return { stem: devices.test(stem) ? `_${stem}` : stem, ending }
}

/**
 * `Content-Disposition` for a download with any file name, in UTF-8 and with an ASCII fallback for old clients. Source:
 * RFC 6266, RFC 8187.
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
