import { numberFormat } from './formatters.ts'

/** "12,000"; "—" if the number is unknown. */
export const formatCount = (number: number | null): string =>
  number === null || !Number.isFinite(number) ? '—' : numberFormat(undefined, {}).format(number)

/** "1 flow", "12,000 flows", "— flows": a number with its noun. `many`: an irregular plural. */
export const count = (number: number, one: string, many = `${one}s`): string =>
  `${formatCount(number)} ${number === 1 ? one : many}`
