import type { ReactNode } from 'react'
import './diff-lines.css'

const kinds = {
  '−': { className: 'old', word: 'Before:' },
  '+': { className: 'new', word: 'After:' },
  ' ': { className: undefined, word: 'Same:' },
} as const

/** A removed, added or unchanged line. */
export function DiffLine({ sign, children }: { sign: keyof typeof kinds; children: ReactNode }) {
  const { className, word } = kinds[sign]
  return (
    <p className={className}>
      <span aria-hidden="true">{sign}</span>
      <span dir="auto">
        <span className="sr-only">{word} </span>
        {children}
      </span>
    </p>
  )
}

/** The box around the lines of one text. */
export const DiffLines = ({ label, children }: { label?: string; children: ReactNode }) => (
  <div className="diff-lines" role={label === undefined ? undefined : 'group'} aria-label={label}>
    {children}
  </div>
)
