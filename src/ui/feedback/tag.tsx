import type { ReactNode } from 'react'

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
