/**
 * What stands where a service gave nothing, in the type's own domain: no page guards against shapes, and the formatters show
 * all of these as "—". Never 0, false or a date.
 */

/** A number that was not given. */
export const absentNumber = Number.NaN
/** A text, amount, time or choice that was not given. */
export const absentText = ''

/** True for every value that says "not given": NaN, '', null, undefined. */
export const isAbsent = (value: unknown): value is '' | null | undefined =>
  value === absentText || value === null || value === undefined || Number.isNaN(value)

/** Under this key a converted object names the fields that the service did not give: there null says nothing ("unassigned"). */
export const absentKey = '$absent'

/** Whether the service gave a field of an object at all; true where the object came in the shape of the contract. */
export function isGiven(object: object, field: string): boolean {
  const absent: unknown = Object.getOwnPropertyDescriptor(object, absentKey)?.value
  return !Array.isArray(absent) || !absent.includes(field)
}
