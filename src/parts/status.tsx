/** The status language (LOOK.md): icon, word and colour of every state, in one table a noun. */
import {
  Archive,
  Circle,
  CircleCheck,
  CircleDashed,
  CirclePause,
  CirclePlay,
  CircleSlash,
  CircleX,
  Hourglass,
  ListStart,
  LoaderCircle,
  OctagonMinus,
  TimerOff,
  type LucideIcon,
} from 'lucide-react'
import type { FlowStatus as FlowState } from '#contract/flow.ts'
import type { RunStatus as RunState } from '#contract/run-status.ts'
import { Badge, type Tone } from '#ui/tag.tsx'
import { Tooltip } from '#ui/tooltip.tsx'

interface Look {
  word: string
  icon: LucideIcon
  tone: Tone
}

const flowLooks: Record<FlowState, Look> = {
  active: { word: 'Active', icon: CirclePlay, tone: 'ok' },
  draft: { word: 'Draft', icon: CircleDashed, tone: 'idle' },
  paused: { word: 'Paused', icon: CirclePause, tone: 'warn' },
  archived: { word: 'Archived', icon: Archive, tone: 'idle' },
}

const runLooks: Record<RunState, Look> = {
  queued: { word: 'Queued', icon: ListStart, tone: 'idle' },
  running: { word: 'Running', icon: LoaderCircle, tone: 'live' },
  waiting: { word: 'Waiting', icon: Hourglass, tone: 'live' },
  succeeded: { word: 'Succeeded', icon: CircleCheck, tone: 'ok' },
  failed: { word: 'Failed', icon: CircleX, tone: 'bad' },
  timed_out: { word: 'Timed out', icon: TimerOff, tone: 'bad' },
  blocked: { word: 'Blocked', icon: OctagonMinus, tone: 'warn' },
  cancelled: { word: 'Cancelled', icon: CircleSlash, tone: 'idle' },
}

/** A state that nobody here knows: its own word. */
const unknownLook = (status: string): Look => ({ word: status || '—', icon: Circle, tone: 'idle' })

const lookIn = (looks: Record<string, Look>, status: string): Look =>
  (Object.hasOwn(looks, status) ? looks[status] : undefined) ?? unknownLook(status)

/** The word of a flow's status, for sentences and menus. */
export const flowStatusWord = (status: FlowState): string => lookIn(flowLooks, status).word

function Status({ look, boxed }: { look: Look; boxed: boolean }) {
  const Icon = look.icon
  return (
    <Badge tone={look.tone} icon={<Icon />} boxed={boxed}>
      {look.word}
    </Badge>
  )
}

/** `boxed` in headers and cards. */
export const FlowStatus = ({ status, boxed = false }: { status: FlowState; boxed?: boolean }) => (
  <Status look={lookIn(flowLooks, status)} boxed={boxed} />
)

/** `iconOnly` beside a time: the word is then its name and tooltip. */
export function RunStatus({
  status,
  boxed = false,
  iconOnly = false,
}: {
  status: RunState
  boxed?: boolean
  iconOnly?: boolean
}) {
  const look = lookIn(runLooks, status)
  if (!iconOnly) return <Status look={look} boxed={boxed} />
  const Icon = look.icon
  return (
    <Tooltip words={look.word}>
      <span className={`status ${look.tone}`} role="img" aria-label={look.word}>
        <Icon />
      </span>
    </Tooltip>
  )
}
