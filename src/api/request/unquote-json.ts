/** Far more than anybody writes before a file. */
const maxBlank = 64

/** A file that came as a text of JSON (`"{\"flow\": …}"`) is what stands in the text; any other is given back as it is. */
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
