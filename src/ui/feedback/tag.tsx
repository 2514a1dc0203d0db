import type { ReactNode } from 'react'
import { Circle, type LucideIcon } from 'lucide-react'

export const Tag = ({ children }: { children: ReactNode }) => <span className="tag">{children}</span>

export type Tone = 'ok' | 'warn' | 'bad' | 'live' | 'idle'

/** Icon, word and colour of a status. `boxed` in headers and cards; without the box in tables. */
export function Badge({
  tone,
  icon,
  children,
  boxed = true,
}: {
  tone: Tone
  icon: ReactNode
  children: ReactNode
  boxed?: boolean
}) {
  return (
    <span className={`status ${tone} ${boxed ? 'badge' : ''}`}>
      {icon}
      {children}
    </span>
  )
}

/** Style of a status: icon, word and colour, never one alone. */
export interface StatusStyle {
  word: string
  icon: LucideIcon
  tone: Tone
}

/** The style of a status in a noun's table; an unknown status is shown by its name. */
export const statusStyleIn = (styles: Record<string, StatusStyle>, status: string): StatusStyle =>
  (Object.hasOwn(styles, status) ? styles[status] : undefined) ?? { word: status || '—', icon: Circle, tone: 'idle' }
