/**
 * Checks cron expressions where the parser of the scheduler is not available. It accepts nothing that the scheduler
 * refuses (a test compares them), except dates that never occur, which need a calendar.
 */

const nicknames: ReadonlySet<string> = new Set([
  '@yearly',
  '@annually',
  '@monthly',
  '@weekly',
  '@daily',
  '@midnight',
  '@hourly',
])

interface CronPart {
  name: string
  min: number
  max: number
  /** Names of the numbers, beginning with `firstName`. */
  names: readonly string[]
  firstName: number
  /** Tokens besides numbers, ranges and steps. */
  special: RegExp | null
}

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
const weekdays = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat']

const part = (name: string, min: number, max: number, others: Partial<CronPart> = {}): CronPart => ({
  name,
  min,
  max,
  names: [],
  firstName: 0,
  special: null,
  ...others,
})

const day = part('day of month', 1, 31, { special: /^(?:\?|L|LW|L-(?:[1-9]|[12]\d|30)|(?:[1-9]|[12]\d|3[01])W)$/i })
const month = part('month', 1, 12, { names: months, firstName: 1 })
const parts: readonly CronPart[] = [
  part('second', 0, 59),
  part('minute', 0, 59),
  part('hour', 0, 23),
  day,
  month,
  // 0 and 7 are Sunday.
  part('weekday', 0, 7, { names: weekdays, special: /^(?:\?|[0-7]L|[0-7]#[1-5])$/i }),
]

function numberIn({ min, max, names, firstName }: CronPart, text: string): number | null {
  const name = names.indexOf(text.toLowerCase())
  if (name !== -1) return name + firstName
  const number = /^\d{1,2}$/.test(text) ? Number(text) : null
  return number !== null && number >= min && number <= max ? number : null
}

const token = /^(?:\*|([a-z\d]+)(?:-([a-z\d]+))?)(?:\/(\d{1,4}))?$/i

/** The numbers of a token; empty for a special one, null for an invalid one. */
function numbersOf(of: CronPart, text: string): number[] | null {
  if (of.special?.test(text) === true) return []
  const match = token.exec(text)
  if (match === null) return null
  const [, from, until, by] = match
  // "5/15" has no end.
  if ((from !== undefined && until === undefined && by !== undefined) || Number(by ?? 1) < 1) return null
  const first = from === undefined ? of.min : numberIn(of, from)
  const last = from === undefined ? of.max : until === undefined ? first : numberIn(of, until)
  if (first === null || last === null) return null
  const size = of.max - of.min + 1
  // A range may begin after its end: "22-2".
  const length = (last - first + size) % size
  const steps = Math.floor(length / Number(by ?? 1))
  return Array.from({ length: steps + 1 }, (_, step) => ((first - of.min + step * Number(by ?? 1)) % size) + of.min)
}

/** In place of the days of a special token, which depend on the month. */
const anyNumber = 0
/** February with 29 days. */
const monthLengths = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]

/** Error in a cron expression, as a sentence; null if it is valid. */
export function cronProblem(cron: string): string | null {
  const text = cron.trim()
  if (text === '') return 'Enter a cron expression.'
  if (nicknames.has(text.toLowerCase())) return null
  const given = text.split(/ +/)
  if (given.length !== 5 && given.length !== 6)
    return 'Use five fields (minute, hour, day, month, weekday), or six with seconds first.'
  const fields = given.length === 5 ? ['0', ...given] : given
  const found = new Map<CronPart, number[]>()
  for (const [index, of] of parts.entries()) {
    const tokens = fields[index]?.split(',') ?? []
    const numbers = tokens.flatMap((one) => {
      // An alias for "*", which cannot be in a list.
      const inToken = one === '?' && tokens.length > 1 ? null : numbersOf(of, one)
      return inToken === null ? [null] : inToken.length === 0 ? [anyNumber] : inToken
    })
    const valid = numbers.filter((one) => one !== null)
    if (valid.length < numbers.length) return `The ${of.name} cannot be “${fields[index]}”.`
    found.set(of, valid)
  }
  const longest = Math.max(...(found.get(month) ?? []).map((one) => monthLengths[one - 1] ?? 0))
  return (found.get(day) ?? []).every((one) => one > longest)
    ? `“${cron}” never occurs. Check its day and month.`
    : null
}
