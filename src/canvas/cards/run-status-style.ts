/** The status language of runs (LOOK.md) with its icons. */
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
import type { Look } from '#ui/feedback/status-style.ts'
import { runWordsOf } from '#canvas/model/run-status-words.ts'

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

/** The look of a state of a run. */
export const runLook = (status: string): Look => ({ ...runWordsOf(status), icon: known.get(status) ?? Circle })
