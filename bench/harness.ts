/** What every bench shares: figures with limits, as a table for people, as lines for programs (--json), as exit code (--check). */

/** A figure judged by the most or the least that it may be; without either it is guidance. */
export interface Judgement {
  atMost?: number
  atLeast?: number
}

interface Figure {
  name: string
  value: number
  unit: string
  limit: number | null
  /** Null = nothing to hold. */
  holds: boolean | null
}

/** Takes a figure's name, value, unit ('ms', 'kB', '/s', '×', …) and what it must reach. */
export type Report = (name: string, value: number, unit: string, judgement?: Judgement) => void

/** Digits beyond these are noise. */
const round = (value: number): number => Number(value.toPrecision(4))

/** Every step is tried, with sizes so small that the figures say nothing: none is judged. */
const isSmoke = process.argv.includes('--smoke')
/** Milliseconds of a smoke run: many times what one takes on a quiet machine, so that one that hangs ends. */
const smokeLimit = 600_000
/** Milliseconds that a measurement may take which is so short that it needs no tiny size. */
const shortMs = 15_000

let hasTinySize = false

/** A size of a measurement: the usual one, or the tiny one of a smoke run. */
export function sized<T>(usual: T, tiny: T): T {
  hasTinySize = true
  return isSmoke ? tiny : usual
}

function judge(value: number, { atMost, atLeast }: Judgement): Pick<Figure, 'limit' | 'holds'> {
  if (isSmoke) return { limit: null, holds: null }
  if (atMost !== undefined) return { limit: atMost, holds: value <= atMost }
  if (atLeast !== undefined) return { limit: atLeast, holds: value >= atLeast }
  return { limit: null, holds: null }
}

/** Most names are shorter: figures stand below each other though the next ones are not known yet. */
const nameWidth = 60

function row({ name, value, unit, limit, holds }: Figure): string {
  const verdict = holds === null ? '' : `  ${holds ? 'holds' : 'MISSED'} (${String(limit)} ${unit})`
  return `  ${name.padEnd(nameWidth)} ${String(round(value)).padStart(10)} ${unit}${verdict}`
}

/** What follows a flag, as in `--runs 4000`; `usual` without it. */
export function numberFlag(name: string, usual: number): number {
  const at = process.argv.indexOf(name)
  return at < 0 ? usual : Number(process.argv[at + 1])
}

function endLate(name: string): void {
  console.error(`The smoke run of ${name} was ended after ${smokeLimit / 1000} s.`)
  process.exit(1)
}

/**
 * Runs a measurement and prints what it reports, as it comes: some measure for half an hour. Flags: `--json` a line a
 * figure, `--check` exit code 1 where a limit is missed, `--smoke` to see in seconds that it still runs. A bench starts
 * what it needs on free ports and folders of its own, and removes it.
 */
export async function bench(name: string, measure: (report: Report) => Promise<void> | void): Promise<void> {
  const json = process.argv.includes('--json')
  let missed = false
  if (!json) console.log(`\n${name}\n`)
  const late = isSmoke ? setTimeout(endLate, smokeLimit, name) : undefined
  const began = performance.now()
  await measure((label, value, unit, judgement = {}) => {
    if (Number.isNaN(value)) throw new Error(`"${label}" was not measured: it is no number.`)
    const figure: Figure = { name: label, value, unit, ...judge(value, judgement) }
    const { limit, holds } = figure
    missed ||= holds === false
    console.log(json ? JSON.stringify({ bench: name, figure: label, value: round(value), limit, holds }) : row(figure))
  })
  clearTimeout(late)
  if (isSmoke && !hasTinySize && performance.now() - began > shortMs)
    throw new Error(`The bench ${name} has no size for a smoke run: give it one with sized().`)
  if (process.argv.includes('--check') && missed) process.exitCode = 1
}
