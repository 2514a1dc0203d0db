/**
 * A file from a URL of the console's own origin. Others are refused, so that no third party learns which file is
 * opened.
 */
import { importLimit } from '#contract/kernel/limits.ts'
import { timeoutMs } from './early-requests.ts'

const nameOf = ({ pathname }: URL): string => {
  const last = pathname.split('/').findLast((part) => part !== '') ?? 'flow'
  try {
    return decodeURIComponent(last)
  } catch {
    return last
  }
}

/** The bytes of a response; null if they exceed the limit of a flow. */
async function bodyOf(response: Response): Promise<Blob | null> {
  if (Number(response.headers.get('content-length') ?? 0) > importLimit) return null
  const parts: Uint8Array<ArrayBuffer>[] = []
  let length = 0
  const reader = response.body?.getReader()
  for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) {
    length += part.value.length
    parts.push(part.value)
    if (length <= importLimit) continue
    await reader?.cancel()
    return null
  }
  return new Blob(parts)
}

/** The file at a URL, which may be a path ("/flows/a.json"); an error sentence if there is none. */
export async function fetchFile(address: string): Promise<File | string> {
  const url = URL.canParse(address, location.href) ? new URL(address, location.href) : null
  if (url === null) return 'This is not a URL. Use one like https://…/flow.json.'
  if (url.origin !== location.origin)
    return `Only URLs of ${location.origin} can be opened. Download the file and choose it here.`
  try {
    const response = await fetch(url, { mode: 'same-origin', signal: AbortSignal.timeout(timeoutMs) })
    if (!response.ok) return `No file was found at this URL (status ${response.status}).`
    if (response.headers.get('content-type')?.startsWith('text/html') === true)
      return 'This URL leads to a web page, not a file.'
    const body = await bodyOf(response)
    return body === null
      ? `The file is larger than ${importLimit / 1024 / 1024} MB and was not loaded.`
      : new File([body], nameOf(url))
  } catch {
    return 'The file could not be loaded. The service may be unavailable. Try again later.'
  }
}
