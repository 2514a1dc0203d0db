/** What a browser's trace says of a page. Pure. Format: Chromium's Trace Event Format; times in it are microseconds. */
import { type Json, type JsonRecord, isRecord, listOf, numberOf, recordOf, textOf } from '#lib/json.ts'

/** Categories that say how long tasks take, when a page began, and what was on the screen. */
export const taskCategories = ['-*', 'disabled-by-default-devtools.timeline', 'blink.user_timing']
export const screenCategory = 'disabled-by-default-devtools.screenshot'

/** A picture of the whole window, smaller than it, in base64. `ms` since the page began. */
export interface Screen {
  ms: number
  jpeg: string
}

export interface TraceFacts {
  /** The longest task of a page's main thread: on the clock, and in time of the processor. */
  longest: { ms: number; cpuMs: number }
  screens: Screen[]
}

const at = (event: JsonRecord): number => numberOf(event['ts']) ?? 0
const threadOf = (event: JsonRecord): string => `${numberOf(event['pid']) ?? 0} ${numberOf(event['tid']) ?? 0}`

/** A mark that a page set so many milliseconds after it began: by it the clock of the trace is that of the page. */
export interface ClockMark {
  name: string
  ms: number
}

/** With a mark, only what came after the beginning of its page counts, and of tasks only those of its process. */
export function readTrace(text: string, clock: ClockMark | null): TraceFacts {
  const document: Json = JSON.parse(text)
  const events = listOf(recordOf(document)['traceEvents']).filter(isRecord)
  const mains = new Set<string>()
  let start = 0
  let process: Json | undefined
  for (const event of events) {
    const args = recordOf(event['args'])
    if (event['name'] === 'thread_name' && args['name'] === 'CrRendererMain') mains.add(threadOf(event))
    if (clock !== null && event['name'] === clock.name) {
      start = at(event) - 1000 * clock.ms
      process = event['pid']
    }
  }
  if (clock !== null && process === undefined) throw new Error(`The trace has no mark ${clock.name}.`)
  const longest = { ms: 0, cpuMs: 0 }
  const screens: Screen[] = []
  for (const event of events) {
    if (at(event) < start) continue
    const isOurs = mains.has(threadOf(event)) && (process === undefined || event['pid'] === process)
    if (event['name'] === 'RunTask' && isOurs) {
      longest.ms = Math.max(longest.ms, (numberOf(event['dur']) ?? 0) / 1000)
      longest.cpuMs = Math.max(longest.cpuMs, (numberOf(event['tdur']) ?? 0) / 1000)
    }
    if (event['name'] === 'Screenshot')
      screens.push({ ms: (at(event) - start) / 1000, jpeg: textOf(recordOf(event['args'])['snapshot']) })
  }
  return { longest, screens }
}
