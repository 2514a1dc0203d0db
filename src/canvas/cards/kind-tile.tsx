import { kindGlyph, type TileIcon } from '#canvas/pen/kind-glyphs.ts'
import { kindBackground, kindColour } from '#canvas/pen/kind-colours.ts'
import type { KindHue } from '#flow/visual-kind/kind-hues.ts'
import { kindNamed, type KindName } from '#flow/visual-kind/kinds.ts'

/** What a tile shows; `visualKindOf` gives it for a node. */
export interface TileStyle {
  label: string
  icon: TileIcon
  hue: KindHue
}

/** Kinds of our own types, and of categories of tools; what a single node is shown as also depends on its config. */
const namesByType = new Map<string, KindName>([
  ['trigger', 'app-trigger'],
  ['api', 'http'],
  ['transform', 'transform'],
  ['condition', 'condition'],
  ['agent', 'agent'],
  ['code', 'code'],
  ['message', 'chat-app'],
  ['wait', 'wait'],
  ['subflow', 'subflow'],
  ['note', 'note'],
  ['group', 'group'],
])

/** The tile of a type or a category alone; an unknown one has a box and its own name. */
export function tileOfType(type: string): TileStyle {
  const kind = kindNamed(namesByType.get(type) ?? 'other')
  return {
    ...kind,
    ...(type === 'global' ? { icon: 'variable' as const } : {}),
    ...(namesByType.has(type) ? {} : { label: type || 'Unknown' }),
  }
}

/** The tile of a kind. `isLabelled`: the label is its accessible name, for a tile without text beside it. */
export function KindTile({
  kind: { label, icon, hue },
  size = 20,
  isLabelled = false,
}: {
  kind: TileStyle
  size?: 20 | 28
  isLabelled?: boolean
}) {
  const shape = `${hue === 'trigger' ? 'rounded-full' : 'rounded-sm'} ${size === 28 ? 'size-7' : 'size-5'}`
  return (
    <span
      className={`kind grid flex-none place-items-center ${shape}`}
      style={{ background: `var(--color-${kindBackground(hue)})`, color: `var(--color-${kindColour(hue)})` }}
      {...(isLabelled ? { role: 'img', 'aria-label': label, title: label } : { 'aria-hidden': true })}
    >
      <svg
        className={size === 28 ? 'lucide' : 'lucide size-[13px] stroke-2'}
        viewBox="0 0 24 24"
        fill="none"
        stroke="currentColor"
        strokeLinecap="round"
        strokeLinejoin="round"
        aria-hidden="true"
      >
        {kindGlyph(icon).map((path) => (
          <path key={path} d={path} />
        ))}
      </svg>
    </span>
  )
}
