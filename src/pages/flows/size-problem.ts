const megabytes = (bytes: number): string =>
  `${(bytes / 1024 / 1024).toLocaleString(undefined, { minimumFractionDigits: 1, maximumFractionDigits: 1 })} MB`

/** Why a file of this size is not even read; null where it may be. Nothing of it is sent. */
export function sizeProblem(bytes: number): string | null {
  if (bytes <= importLimit) return null
  return `The file has ${megabytes(bytes)}. The limit is ${importLimit / 1024 / 1024} MB. Nothing was sent.`
}
import { importLimit } from '#contract/limits.ts'
