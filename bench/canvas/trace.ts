/**
 * Facts about a page from a browser's trace. Pure. Format: Chromium's Trace Event Format; its times are microseconds.
 */
import { type Json, type JsonRecord, isRecord, listOf, numberOf, recordOf, textOf } from '#lib/json/json.ts'

/** Categories for durations of tasks, the start of a page, and screenshots. */
export const taskCategories = ['-*', 'disabled-by-default-devtools.timeline', 'blink.user_timing']
export const screenCategory = 'disabled-by-default-devtools.screenshot'

/** A screenshot of the whole window, reduced, in base64. `ms` since the page began. */
export interface Screen {
  ms: number
  jpeg: string
}

/** A task of a page's main thread: elapsed time and CPU time. */
export interface TaskTime {
  ms: number
  cpuMs: number
}

export interface TraceSummary {
  longest: TaskTime
  /** The longest task that begins at least `since` ms after the page began. */
  longestSince: TaskTime
  screens: Screen[]
}

const at = (event: JsonRecord): number => numberOf(event['ts']) ?? 0
const threadOf = (event: JsonRecord): string => `${numberOf(event['pid']) ?? 0} ${numberOf(event['tid']) ?? 0}`

/** A mark that a page set some milliseconds after it began: it relates the clock of the trace to that of the page. */
export interface ClockMark {
  name: string
  ms: number
}

const longestTask = (tasks: readonly TaskTime[]): TaskTime =>
  tasks.reduce((longest, { ms, cpuMs }) => ({ ms: Math.max(longest.ms, ms), cpuMs: Math.max(longest.cpuMs, cpuMs) }), {
    ms: 0,
    cpuMs: 0,
  })

/** With a mark, only events after the beginning of its page count, and only tasks of its process. */
export function readTrace(text: string, clock: ClockMark | null, since = 0): TraceSummary {
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
  const tasks: (TaskTime & { at: number })[] = []
  const screens: Screen[] = []
  for (const event of events) {
    if (at(event) < start) continue
    const isOurs = mains.has(threadOf(event)) && (process === undefined || event['pid'] === process)
    if (event['name'] === 'RunTask' && isOurs) {
      const [ms, cpuMs] = [(numberOf(event['dur']) ?? 0) / 1000, (numberOf(event['tdur']) ?? 0) / 1000]
      tasks.push({ at: (at(event) - start) / 1000, ms, cpuMs })
    }
    if (event['name'] === 'Screenshot')
      screens.push({ ms: (at(event) - start) / 1000, jpeg: textOf(recordOf(event['args'])['snapshot']) })
  }
  return { longest: longestTask(tasks), longestSince: longestTask(tasks.filter((task) => task.at >= since)), screens }
}
