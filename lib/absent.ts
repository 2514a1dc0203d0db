/**
 * Placeholders for values that a service did not return, each of the type of the value, so that pages need no null
 * checks and formatters show "—". Never 0, false or a date.
 */

/** Placeholder for a missing number. */
export const absentNumber = Number.NaN
/** Placeholder for a missing text, amount, time or choice. */
export const absentText = ''

/** True for every value that means "missing": NaN, '', null, undefined. */
export const isAbsent = (value: unknown): value is '' | null | undefined =>
  value === absentText || value === null || value === undefined || Number.isNaN(value)

/**
 * Key under which a converted object lists the fields that the service did not return; for these, null does not mean
 * "unassigned".
 */
export const absentKey = '$absent'

const absentIn = (object: object): readonly unknown[] => {
  const absent: unknown = Object.getOwnPropertyDescriptor(object, absentKey)?.value
  return Array.isArray(absent) ? absent : []
}

/** Whether the service returned a field. Always true for objects that were received in the contract's form. */
export const isReturned = (received: object, field: string): boolean => !absentIn(received).includes(field)

/** Fills fields missing in the response to a write (part of the object, only an id, or empty) from the known object. */
export function mergeKnownFields<T extends object>(returned: T, known: object): T {
  const absent = absentIn(returned).filter((field) => typeof field === 'string')
  if (absent.length === 0) return returned
  const filled = { ...returned }
  const isKnown = (field: string) => Object.hasOwn(known, field) && isReturned(known, field)
  for (const field of absent) if (isKnown(field)) Reflect.set(filled, field, Reflect.get(known, field))
  Reflect.set(
    filled,
    absentKey,
    absent.filter((field) => !isKnown(field)),
  )
  return filled
}
