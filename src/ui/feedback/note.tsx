import { CircleCheck, CircleX, Info, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'

const icons = { info: Info, ok: CircleCheck, warn: TriangleAlert, bad: CircleX }

/** A few sentences about the content beside it. */
export function Note({
  tone = 'info',
  title,
  isAnnounced = tone === 'bad',
  children,
}: {
  tone?: keyof typeof icons
  title?: ReactNode
  /** Whether screen readers announce the note immediately. */
  isAnnounced?: boolean
  children?: ReactNode
}) {
  const Icon = icons[tone]
  return (
    <div className={`note ${tone}`} role={isAnnounced ? 'alert' : undefined}>
      <Icon />
      <div className="min-w-0">
        {title && <p className="font-semibold">{title}</p>}
        {children && <div className="text-text-2">{children}</div>}
      </div>
    </div>
  )
}
