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
