import {
  Box,
  Braces,
  Brain,
  Globe,
  Group,
  Hourglass,
  MessageSquare,
  Shuffle,
  Split,
  StickyNote,
  Variable,
  Workflow,
  Zap,
  type LucideIcon,
} from 'lucide-react'
import { wordOfKind } from '#canvas/model/kind-names.ts'

interface KindStyle {
  icon: LucideIcon
  colours: string
}

const neutral = 'bg-idle-soft text-text-2'
/** Kinds of nodes and categories of tools: a muted colour and an icon each (docs/design.md, "Kinds"). */
const kinds: Record<string, KindStyle> = {
  trigger: { icon: Zap, colours: 'bg-inverse text-on-inverse' },
  api: { icon: Globe, colours: 'bg-kind-api-soft text-kind-api' },
  transform: { icon: Shuffle, colours: 'bg-kind-transform-soft text-kind-transform' },
  condition: { icon: Split, colours: 'bg-kind-condition-soft text-kind-condition' },
  agent: { icon: Brain, colours: 'bg-kind-agent-soft text-kind-agent' },
  code: { icon: Braces, colours: 'bg-kind-code-soft text-kind-code' },
  message: { icon: MessageSquare, colours: 'bg-kind-message-soft text-kind-message' },
  wait: { icon: Hourglass, colours: 'bg-kind-wait-soft text-kind-wait' },
  subflow: { icon: Workflow, colours: 'bg-kind-subflow-soft text-kind-subflow' },
  global: { icon: Variable, colours: neutral },
  note: { icon: StickyNote, colours: neutral },
  group: { icon: Group, colours: neutral },
}

/** The word, icon and colours of a kind; an unknown kind gets a box icon and its own name. */
export const kindTileOf = (kind: string): KindStyle & { word: string } => ({
  ...((Object.hasOwn(kinds, kind) ? kinds[kind] : undefined) ?? { icon: Box, colours: neutral }),
  word: wordOfKind(kind),
})

/** The tile of a kind. `isLabelled`: the word is its accessible name, for a tile without text beside it. */
export function KindTile({
  kind,
  size = 20,
  isLabelled = false,
}: {
  kind: string
  size?: 20 | 28
  isLabelled?: boolean
}) {
  const { icon: Icon, colours, word } = kindTileOf(kind)
  const round = kind === 'trigger' ? 'rounded-full' : 'rounded-sm'
  return (
    <span
      className={`kind grid flex-none place-items-center ${round} ${colours} ${size === 28 ? 'size-7' : 'size-5'}`}
      {...(isLabelled ? { role: 'img', 'aria-label': word, title: word } : { 'aria-hidden': true })}
    >
      <Icon className={size === 28 ? '' : 'size-[13px] stroke-2'} />
    </span>
  )
}
