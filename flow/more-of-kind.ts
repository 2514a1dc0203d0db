/** Last entry of a full list, which counts the omitted entries of its kind. */

export const moreOfKind = (count: number): string => `${count} more of this kind.`

const form = /^(\d+) more of this kind\.$/

/** Number of findings or warnings that an entry counts. */
export const countIn = (message: string): number => Number(form.exec(message)?.[1] ?? 1)

/** True for such a counting entry. */
export const isMoreOfKind = (message: string): boolean => form.test(message)
