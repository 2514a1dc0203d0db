/** The original of an object that was read out of another dialect. Pure. */

/** Under this key a converted object carries what the service sent. */
export const rawKey = '$raw'

/** What the service sent for an object; the object itself where it came in the shape of the contract. */
export const rawOf = (object: object): unknown => Object.getOwnPropertyDescriptor(object, rawKey)?.value ?? object
