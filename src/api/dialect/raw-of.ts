/** Access to the original of a converted object. Pure. */

/** Key under which a converted object keeps the original. */
export const rawKey = '$raw'

/** The original of an object; the object itself if it already had the shape of the contract. */
export const rawOf = (object: object): unknown => Object.getOwnPropertyDescriptor(object, rawKey)?.value ?? object
