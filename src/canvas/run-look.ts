/** The status language of runs (LOOK.md): icon, word and colour of every state. */
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
import type { RunStatus } from '#contract/run-status.ts'
import type { Tone } from '#ui/tag.tsx'

interface RunLook {
  word: string
  icon: LucideIcon
  tone: Tone
}

const runLooks: Record<RunStatus, RunLook> = {
  queued: { word: 'Queued', icon: ListStart, tone: 'idle' },
  running: { word: 'Running', icon: LoaderCircle, tone: 'live' },
  waiting: { word: 'Waiting', icon: Hourglass, tone: 'live' },
  succeeded: { word: 'Succeeded', icon: CircleCheck, tone: 'ok' },
  failed: { word: 'Failed', icon: CircleX, tone: 'bad' },
  timed_out: { word: 'Timed out', icon: TimerOff, tone: 'bad' },
  blocked: { word: 'Blocked', icon: OctagonMinus, tone: 'warn' },
  cancelled: { word: 'Cancelled', icon: CircleSlash, tone: 'idle' },
}

/** The look of a state; one that nobody here knows has its own word. */
export const runLook = (status: string): RunLook =>
  new Map<string, RunLook>(Object.entries(runLooks)).get(status) ?? { word: status || '—', icon: Circle, tone: 'idle' }
