import { importLimit, maxFlowBytes } from '#contract/kernel/limits.ts'

const megabytes = (bytes: number): string =>
  `${(bytes / 1024 / 1024).toLocaleString(undefined, { minimumFractionDigits: 1, maximumFractionDigits: 1 })} MB`

/** Why a file of this size is not even read; null where it may be. Nothing of it is sent. */
export function sizeProblem(bytes: number, limit = importLimit): string | null {
  if (bytes <= limit) return null
  return `The file is ${megabytes(bytes)}. The limit is ${limit / 1024 / 1024} MB. Nothing was sent.`
}

/** Why a flow that was read is not sent, by the bytes of its template; null where it may be. */
export const templateProblem = (bytes: number): string | null =>
  bytes <= maxFlowBytes
    ? null
    : `As a template, the flow is ${megabytes(bytes)}. The limit is ${maxFlowBytes / 1024 / 1024} MB. Open it without importing.`
