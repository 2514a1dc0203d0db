/** Checks before a file is read: its size, and whether it is a ZIP. */
import { importLimit, maxFlowBytes } from '#contract/kernel/limits.ts'

const megabytes = (bytes: number): string =>
  `${(bytes / 1024 / 1024).toLocaleString(undefined, { minimumFractionDigits: 1, maximumFractionDigits: 1 })} MB`

/** Why a file of this size is not read; null if it is allowed. */
export function sizeProblem(bytes: number, limit = importLimit): string | null {
  if (bytes <= limit) return null
  return `The file is ${megabytes(bytes)}. The limit is ${limit / 1024 / 1024} MB. Nothing was sent.`
}

/** Why a flow is too large to import, by the bytes of its template; null if it is not. */
export const templateProblem = (bytes: number): string | null =>
  bytes <= maxFlowBytes
    ? null
    : `As a template, the flow is ${megabytes(bytes)}. The limit is ${maxFlowBytes / 1024 / 1024} MB. Open it without importing.`

/** The first bytes of a ZIP. */
const zipMarks = [
  [0x50, 0x4b, 0x03, 0x04],
  // An empty ZIP.
  [0x50, 0x4b, 0x05, 0x06],
]

/** Whether a file is a ZIP, by its first bytes and regardless of its name. */
export async function isZip(file: Blob): Promise<boolean> {
  const start = new Uint8Array(await file.slice(0, 4).arrayBuffer())
  return zipMarks.some((mark) => mark.every((byte, index) => start[index] === byte))
}
