/** "1 flow", "12,000 flows": a number with its noun. `many` where the plural is not made with an s. */
export const count = (number: number, one: string, many = `${one}s`): string =>
  `${number.toLocaleString()} ${number === 1 ? one : many}`
