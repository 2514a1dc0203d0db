/** Status styles (docs/design.md, "Status language"): icon, word and colour of every status, one table per noun. */
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
import type { Channel, ChannelStatus as ChannelState } from '#contract/channel.ts'
import {
  conversationChoices,
  type Conversation,
  type ConversationChoice,
  type ConversationStatus as ConversationState,
} from '#contract/conversation.ts'
import type { FlowStatus as FlowState } from '#contract/flow.ts'
import type { FindingClass } from '#flow/health/findings.ts'
import type { RunStatus as RunState } from '#contract/values/run-status.ts'
import { runStatusStyleOf } from '#canvas/cards/run-status-style.ts'
import { Absent, TextOrAbsent } from '#ui/feedback/absent.tsx'
import { Badge, statusStyleIn, type Tone, type StatusStyle } from '#ui/feedback/tag.tsx'
import { Tooltip } from '#ui/controls/tooltip.tsx'

const flowStyles: Record<FlowState, StatusStyle> = {
  active: { word: 'Active', icon: CirclePlay, tone: 'ok' },
  draft: { word: 'Draft', icon: CircleDashed, tone: 'idle' },
  paused: { word: 'Paused', icon: CirclePause, tone: 'warn' },
  archived: { word: 'Archived', icon: Archive, tone: 'idle' },
}

const channelStyles: Record<ChannelState, StatusStyle> = {
  connected: { word: 'Connected', icon: PlugZap, tone: 'ok' },
  connecting: { word: 'Connecting', icon: LoaderCircle, tone: 'live' },
  paused: { word: 'Paused', icon: CirclePause, tone: 'warn' },
  reauth_required: { word: 'Sign in again', icon: KeyRound, tone: 'warn' },
  error: { word: 'Down', icon: TriangleAlert, tone: 'bad' },
  disconnected: { word: 'Disconnected', icon: Unplug, tone: 'warn' },
}

/** A channel at which nothing arrives. */
export const silentChannelStyle: StatusStyle = { word: 'Silent', icon: Unplug, tone: 'warn' }

const conversationStyles: Record<ConversationState, StatusStyle> = {
  open: { word: 'Open', icon: CircleDot, tone: 'live' },
  pending: { word: 'Pending', icon: Hourglass, tone: 'idle' },
  snoozed: { word: 'Snoozed', icon: AlarmClock, tone: 'idle' },
  resolved: { word: 'Resolved', icon: CircleCheck, tone: 'ok' },
}

interface ChoiceStyle {
  word: string
  icon: LucideIcon | null
  tone: Tone
}

/** "Normal" and "None" have no icon, so that only unusual values stand out. */
const choiceStyles: { readonly [Field in ConversationChoice]: Readonly<Record<Conversation[Field], ChoiceStyle>> } = {
  priority: {
    none: { word: 'None', icon: null, tone: 'idle' },
    low: { word: 'Low', icon: ChevronDown, tone: 'idle' },
    normal: { word: 'Normal', icon: null, tone: 'idle' },
    high: { word: 'High', icon: ChevronsUp, tone: 'warn' },
    urgent: { word: 'Urgent', icon: Siren, tone: 'bad' },
  },
}

/** An unknown priority is shown by its name, styled like "Normal". */
function choiceStyle(field: ConversationChoice, value: string): ChoiceStyle {
  const styles: Readonly<Record<string, ChoiceStyle>> = choiceStyles[field]
  return (Object.hasOwn(styles, value) ? styles[value] : undefined) ?? { word: value || '—', icon: null, tone: 'idle' }
}

const findingStyles: Record<FindingClass, StatusStyle> = {
  error: { word: 'Error', icon: CircleX, tone: 'bad' },
  warning: { word: 'Warning', icon: TriangleAlert, tone: 'warn' },
  requirement: { word: 'Requirement', icon: Unplug, tone: 'warn' },
  note: { word: 'Note', icon: Info, tone: 'idle' },
}

export const channelStatusStyle = (status: ChannelState): StatusStyle => channelStyles[status]

/** Style of a channel's status. A webhook with a flow has no connection that could be lost: nothing arrives there. */
export const channelStyleOf = ({ status, type, flow }: Pick<Channel, 'status' | 'type' | 'flow'>): StatusStyle =>
  status === 'disconnected' && type === 'webhook' && flow !== null
    ? silentChannelStyle
    : statusStyleIn(channelStyles, status)

/** Display name of a flow's status, for sentences and menus. */
export const flowStatusWord = (status: FlowState): string => statusStyleIn(flowStyles, status).word

interface StatusBadgeProps<S extends string> {
  /** '' = the service returned none. */
  status: S
  /** With a border, for headers and cards. */
  boxed?: boolean
  /** Without the word, which becomes the accessible name and the tooltip of the icon. */
  iconOnly?: boolean
}

function StatusBadge({
  status,
  style,
  boxed = false,
  iconOnly = false,
}: { style: StatusStyle } & StatusBadgeProps<string>) {
  const Icon = style.icon
  if (status === '') return <Absent />
  if (!iconOnly)
    return (
      <Badge tone={style.tone} icon={<Icon />} boxed={boxed}>
        {style.word}
      </Badge>
    )
  return (
    <Tooltip words={style.word}>
      <span className={`status ${style.tone}`} role="img" aria-label={style.word}>
        <Icon />
      </span>
    </Tooltip>
  )
}

export const FlowStatusBadge = (form: StatusBadgeProps<FlowState>) => (
  <StatusBadge style={statusStyleIn(flowStyles, form.status)} {...form} />
)

export const RunStatusBadge = (form: StatusBadgeProps<RunState>) => (
  <StatusBadge style={runStatusStyleOf(form.status)} {...form} />
)

/** `status`: of the channel, or an earlier one. */
export const ChannelStatusBadge = ({
  channel,
  status = channel.status,
  boxed = false,
}: {
  channel: Channel
  status?: ChannelState
  boxed?: boolean
}) => <StatusBadge style={channelStyleOf({ ...channel, status })} status={status} boxed={boxed} />

export const ConversationStatusBadge = (form: StatusBadgeProps<ConversationState>) => (
  <StatusBadge style={statusStyleIn(conversationStyles, form.status)} {...form} />
)

export const FindingBadge = (form: StatusBadgeProps<FindingClass>) => (
  <StatusBadge style={statusStyleIn(findingStyles, form.status)} {...form} />
)

/** `iconOnly`: for lists; empty if the value has no icon. */
export function ChoiceBadge({
  field,
  value,
  iconOnly = false,
}: {
  field: ConversationChoice
  /** '' = the service returned none. */
  value: string
  iconOnly?: boolean
}) {
  const style = choiceStyle(field, value)
  if (style.icon !== null)
    return <StatusBadge status={value} style={{ ...style, icon: style.icon }} iconOnly={iconOnly} />
  return iconOnly ? null : <TextOrAbsent text={style.word === '—' ? '' : style.word} />
}

export const isConversationChoice = (field: string): field is ConversationChoice =>
  Object.hasOwn(conversationChoices, field)

export const conversationChoiceNames: readonly ConversationChoice[] =
  Object.keys(conversationChoices).filter(isConversationChoice)

/** Display names of the statuses of a noun, for menus, chips and sentences. */
export const runStatusWord = (status: string): string => runStatusStyleOf(status).word
export const channelStatusWord = (status: string): string => statusStyleIn(channelStyles, status).word
export const conversationStatusWord = (status: string): string => statusStyleIn(conversationStyles, status).word
export const choiceWord = (field: ConversationChoice, value: string): string => choiceStyle(field, value).word
