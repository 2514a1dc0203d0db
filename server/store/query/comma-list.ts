/** Several values by comma are OR (docs/api.md, "Paging"). */
import { invalid } from '#server/base/fault.ts'

/** The values of a parameter, trimmed, without empty ones; null where there are none. */
export function commaList(text: string | undefined): string[] | null {
  const values = (text ?? '')
    .split(',')
    .map((value) => value.trim())
    .filter((value) => value !== '')
  return values.length > 0 ? values : null
}

/** The same where only some values exist; another one is 400. */
export function commaChoices(name: string, text: string | undefined, known: readonly string[]): string[] | null {
  const values = commaList(text)
  const wrong = values?.find((value) => !known.includes(value))
  if (wrong !== undefined) throw invalid(name, `"${wrong}" is not one of ${known.join(', ')}.`)
  return values
}
