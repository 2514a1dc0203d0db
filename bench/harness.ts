/** Shared by all benches: figures with limits, as a table, as JSON lines (--json), as exit code (--check). */

/** The maximum or minimum of a figure; a figure without either is for information. */
export interface FigureLimit {
  atMost?: number
  atLeast?: number
}

interface Figure {
  name: string
  value: number
  unit: string
  limit: number | null
  /** Null = no limit. */
  holds: boolean | null
}

/** Takes a figure's name, value, unit ('ms', 'kB', '/s', '×', …) and its limit. */
export type Report = (name: string, value: number, unit: string, limits?: FigureLimit) => void

/** Rounds to four digits; further ones are noise. */
const round = (value: number): number => Number(value.toPrecision(4))

/** A smoke run tries every step with sizes so small that the figures are meaningless, and judges none of them. */
const isSmokeRun = process.argv.includes('--smoke')
/** Timeout of a smoke run in ms: many times its duration on an idle machine. */
const smokeTimeoutMs = 600_000
/** Maximum duration in ms of a measurement that runs in full size in a smoke run. */
const shortMs = 15_000

let hasTinySize = false

/** A size of a measurement: the usual one, or the tiny one of a smoke run. */
export function sized<T>(usual: T, tiny: T): T {
  hasTinySize = true
  return isSmokeRun ? tiny : usual
}

function evaluate(value: number, { atMost, atLeast }: FigureLimit): Pick<Figure, 'limit' | 'holds'> {
  if (isSmokeRun) return { limit: null, holds: null }
  if (atMost !== undefined) return { limit: atMost, holds: value <= atMost }
  if (atLeast !== undefined) return { limit: atLeast, holds: value >= atLeast }
  return { limit: null, holds: null }
}

/** Width of the column of names: most are shorter, and a row is printed before the next names are known. */
const nameWidth = 60

function row({ name, value, unit, limit, holds }: Figure): string {
  const verdict = holds === null ? '' : `  ${holds ? 'holds' : 'MISSED'} (${String(limit)} ${unit})`
  return `  ${name.padEnd(nameWidth)} ${String(round(value)).padStart(10)} ${unit}${verdict}`
}

/** The number after a flag, as in `--runs 4000`; `usual` without it. */
export function numberFlag(name: string, usual: number): number {
  const at = process.argv.indexOf(name)
  return at < 0 ? usual : Number(process.argv[at + 1])
}

function exitOnTimeout(name: string): void {
  console.error(`The smoke run of ${name} timed out after ${smokeTimeoutMs / 1000} s.`)
  process.exit(1)
}

/**
 * Runs a measurement and prints its figures as they come, since some take half an hour. Flags: `--json` one line per
 * figure, `--check` exit code 1 if a limit is missed, `--smoke` a run of seconds to test the bench. A bench starts its
 * services on free ports and in new folders, and removes them at the end.
 */
export async function bench(name: string, measure: (report: Report) => Promise<void> | void): Promise<void> {
  const json = process.argv.includes('--json')
  let hasMissedLimit = false
  if (!json) console.log(`\n${name}\n`)
  const timeout = isSmokeRun ? setTimeout(exitOnTimeout, smokeTimeoutMs, name) : undefined
  const startedAt = performance.now()
  await measure((label, value, unit, limits = {}) => {
    if (Number.isNaN(value)) throw new Error(`"${label}" was not measured: its value is not a number.`)
    const figure: Figure = { name: label, value, unit, ...evaluate(value, limits) }
    const { limit, holds } = figure
    hasMissedLimit ||= holds === false
    console.log(json ? JSON.stringify({ bench: name, figure: label, value: round(value), limit, holds }) : row(figure))
  })
  clearTimeout(timeout)
  if (isSmokeRun && !hasTinySize && performance.now() - startedAt > shortMs)
    throw new Error(`The bench ${name} takes too long for a smoke run: give it a smaller size with sized().`)
  if (process.argv.includes('--check') && hasMissedLimit) process.exitCode = 1
}
