import { importLimit } from '#contract/limits.ts'

const megabytes = (bytes: number): string =>
  `${(bytes / 1024 / 1024).toLocaleString(undefined, { minimumFractionDigits: 1, maximumFractionDigits: 1 })} MB`

/** Why a file of this size is not even read; null where it may be. Nothing of it is sent. */
export function sizeProblem(bytes: number, limit = importLimit): string | null {
  if (bytes <= limit) return null
  return `The file has ${megabytes(bytes)}. The limit is ${limit / 1024 / 1024} MB. Nothing was sent.`
}
