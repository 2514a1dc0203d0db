/** The status language (LOOK.md): icon, word and colour of every state, in one table a noun. */
import {
  AlarmClock,
  Archive,
  ChevronDown,
  ChevronsUp,
  CircleCheck,
  CircleDashed,
  CircleDot,
  CirclePause,
  CirclePlay,
  CircleX,
  Hourglass,
  Info,
  KeyRound,
  LoaderCircle,
  PlugZap,
  Siren,
  TriangleAlert,
  Unplug,
  type LucideIcon,
} from 'lucide-react'
import type { ChannelStatus as ChannelState } from '#contract/channel.ts'
import type { ConversationStatus as ConversationState, Priority as PriorityName } from '#contract/conversation.ts'
import type { FlowDetail, FlowStatus as FlowState } from '#contract/flow.ts'
import type { RunStatus as RunState } from '#contract/run-status.ts'
import { runLook } from '#canvas/run-look.ts'
import { lookIn, type Look } from '#ui/look.ts'
import { Badge, type Tone } from '#ui/tag.tsx'
import { Tooltip } from '#ui/tooltip.tsx'

const flowLooks: Record<FlowState, Look> = {
  active: { word: 'Active', icon: CirclePlay, tone: 'ok' },
  draft: { word: 'Draft', icon: CircleDashed, tone: 'idle' },
  paused: { word: 'Paused', icon: CirclePause, tone: 'warn' },
  archived: { word: 'Archived', icon: Archive, tone: 'idle' },
}

const channelLooks: Record<ChannelState, Look> = {
  connected: { word: 'Connected', icon: PlugZap, tone: 'ok' },
  connecting: { word: 'Connecting', icon: LoaderCircle, tone: 'live' },
  paused: { word: 'Paused', icon: CirclePause, tone: 'warn' },
  reauth_required: { word: 'Sign in again', icon: KeyRound, tone: 'warn' },
  error: { word: 'Error', icon: TriangleAlert, tone: 'bad' },
  disconnected: { word: 'Disconnected', icon: Unplug, tone: 'idle' },
}

const conversationLooks: Record<ConversationState, Look> = {
  open: { word: 'Open', icon: CircleDot, tone: 'live' },
  pending: { word: 'Pending', icon: Hourglass, tone: 'idle' },
  snoozed: { word: 'Snoozed', icon: AlarmClock, tone: 'idle' },
  resolved: { word: 'Resolved', icon: CircleCheck, tone: 'ok' },
}

/** Normal and none have no icon: only what stands out is marked. */
const priorityLooks: Record<PriorityName, { word: string; icon: LucideIcon | null; tone: Tone }> = {
  none: { word: 'None', icon: null, tone: 'idle' },
  low: { word: 'Low', icon: ChevronDown, tone: 'idle' },
  normal: { word: 'Normal', icon: null, tone: 'idle' },
  high: { word: 'High', icon: ChevronsUp, tone: 'warn' },
  urgent: { word: 'Urgent', icon: Siren, tone: 'bad' },
}

type Level = FlowDetail['validation'][number]['level']

const findingLooks: Record<Level, Look> = {
  error: { word: 'Error', icon: CircleX, tone: 'bad' },
  warning: { word: 'Warning', icon: TriangleAlert, tone: 'warn' },
  info: { word: 'Note', icon: Info, tone: 'idle' },
}

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

interface Form<S extends string> {
  status: S
  /** In headers and cards. */
  boxed?: boolean
  /** Where there is no room for the word: it is then the icon's name and tooltip. */
  iconOnly?: boolean
}

function StatusOf({ look, boxed = false, iconOnly = false }: { look: Look } & Omit<Form<string>, 'status'>) {
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

export const RunStatus = ({ status, ...form }: Form<RunState>) => <StatusOf look={runLook(status)} {...form} />

export const ChannelStatus = ({ status, ...form }: Form<ChannelState>) => (
  <StatusOf look={lookIn(channelLooks, status)} {...form} />
)

export const ConversationStatus = ({ status, ...form }: Form<ConversationState>) => (
  <StatusOf look={lookIn(conversationLooks, status)} {...form} />
)

export const FindingLevel = ({ status, ...form }: Form<Level>) => (
  <StatusOf look={lookIn(findingLooks, status)} {...form} />
)

/** `iconOnly` in lists: nothing at all where the priority is normal, low or not set. */
export function Priority({ priority, iconOnly = false }: { priority: PriorityName; iconOnly?: boolean }) {
  const look = priorityLooks[priority]
  if (look.icon !== null) return <StatusOf look={{ ...look, icon: look.icon }} iconOnly={iconOnly} />
  return iconOnly ? null : <span>{look.word}</span>
}

/** The words of a noun's states, for menus, chips and sentences. */
export const runStatusWord = (status: string): string => runLook(status).word
export const channelStatusWord = (status: string): string => lookIn(channelLooks, status).word
export const conversationStatusWord = (status: string): string => lookIn(conversationLooks, status).word
export const priorityWord = (priority: PriorityName): string => priorityLooks[priority].word
