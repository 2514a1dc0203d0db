import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'

const tones = { warn: 'text-warn', bad: 'text-bad', ok: 'text-ok', quiet: 'text-text-2' }

/** One item of a flow's review before its import. */
export function ReviewItem({
  icon: Icon,
  tone,
  title,
  children,
}: {
  icon: LucideIcon
  tone: keyof typeof tones
  title: string
  children?: ReactNode
}) {
  return (
    <li className="import-item">
      <Icon className={tones[tone]} />
      <div className="grid min-w-0 flex-1 gap-1.5 wrap-anywhere">
        <h3 className="font-semibold">{title}</h3>
        {children}
      </div>
    </li>
  )
}
