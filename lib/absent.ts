/**
 * Placeholders for values that a service did not give, each in the domain of its type, so that pages need no null
 * checks and formatters show "—". Never 0, false or a date.
 */

/** A number that was not given. */
export const absentNumber = Number.NaN
/** A text, amount, time or choice that was not given. */
export const absentText = ''

/** True for every value that says "not given": NaN, '', null, undefined. */
export const isAbsent = (value: unknown): value is '' | null | undefined =>
  value === absentText || value === null || value === undefined || Number.isNaN(value)

/**
 * Key under which a converted object lists the fields that the service did not give; there null does not mean
 * "unassigned".
 */
export const absentKey = '$absent'

const absentIn = (object: object): readonly unknown[] => {
  const absent: unknown = Object.getOwnPropertyDescriptor(object, absentKey)?.value
  return Array.isArray(absent) ? absent : []
}

/** Whether the service gave a field of an object. Always true for objects that came in the contract's own shape. */
export const isGiven = (object: object, field: string): boolean => !absentIn(object).includes(field)

/** Merges a write's answer with the known object: services may answer with a part of it, only an id, or nothing. */
export function filledFrom<T extends object>(answer: T, known: object): T {
  const absent = absentIn(answer).filter((field) => typeof field === 'string')
  if (absent.length === 0) return answer
  const filled = { ...answer }
  const isKnown = (field: string) => Object.hasOwn(known, field) && isGiven(known, field)
  for (const field of absent) if (isKnown(field)) Reflect.set(filled, field, Reflect.get(known, field))
  Reflect.set(
    filled,
    absentKey,
    absent.filter((field) => !isKnown(field)),
  )
  return filled
}
