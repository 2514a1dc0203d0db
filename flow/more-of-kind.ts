/** What a list says of the rest of a kind when it is full. A service counts on, but does not list it. */

/** The last line of its kind. */
export const moreOfKind = (count: number): string => `${count} more of this kind.`

const form = /^(\d+) more of this kind\.$/

/** How many findings or warnings a line stands for. */
export const countIn = (message: string): number => Number(form.exec(message)?.[1] ?? 1)

/** The line tells how many more there are, and nothing of its own. */
export const isMoreOfKind = (message: string): boolean => form.test(message)
