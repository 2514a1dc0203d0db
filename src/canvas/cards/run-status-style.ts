/** Status styles of runs (docs/design.md, "Status language") with icons. */
import {
  Circle,
  CircleCheck,
  CircleSlash,
  CircleX,
  Hourglass,
  ListStart,
  LoaderCircle,
  OctagonMinus,
  TimerOff,
  type LucideIcon,
} from 'lucide-react'
import type { RunStatus } from '#contract/values/run-status.ts'
import type { StatusStyle } from '#ui/feedback/tag.tsx'
import { runStatusWordsOf } from '#canvas/model/run-status-words.ts'

const icons: Record<RunStatus, LucideIcon> = {
  queued: ListStart,
  running: LoaderCircle,
  waiting: Hourglass,
  succeeded: CircleCheck,
  failed: CircleX,
  timed_out: TimerOff,
  blocked: OctagonMinus,
  cancelled: CircleSlash,
}
const known = new Map<string, LucideIcon>(Object.entries(icons))

/** The style of a run status. */
export const runStatusStyleOf = (status: string): StatusStyle => ({
  ...runStatusWordsOf(status),
  icon: known.get(status) ?? Circle,
})
