/** The status language of runs (LOOK.md): icon, word and colour of every state. */
import {
  CircleCheck,
  CircleSlash,
  CircleX,
  Hourglass,
  ListStart,
  LoaderCircle,
  OctagonMinus,
  TimerOff,
} from 'lucide-react'
import type { RunStatus } from '#contract/run-status.ts'
import { lookIn, type Look } from '#ui/look.ts'

const runLooks: Record<RunStatus, Look> = {
  queued: { word: 'Queued', icon: ListStart, tone: 'idle' },
  running: { word: 'Running', icon: LoaderCircle, tone: 'live' },
  waiting: { word: 'Waiting', icon: Hourglass, tone: 'live' },
  succeeded: { word: 'Succeeded', icon: CircleCheck, tone: 'ok' },
  failed: { word: 'Failed', icon: CircleX, tone: 'bad' },
  timed_out: { word: 'Timed out', icon: TimerOff, tone: 'bad' },
  blocked: { word: 'Blocked', icon: OctagonMinus, tone: 'warn' },
  cancelled: { word: 'Cancelled', icon: CircleSlash, tone: 'idle' },
}

/** The look of a state of a run. */
export const runLook = (status: string): Look => lookIn(runLooks, status)
