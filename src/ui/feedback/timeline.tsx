import type { ComponentProps } from 'react'
import './timeline.css'

/** What happened one after the other, in `li`: on a line, a stop each. */
export const Timeline = ({ className = '', ...list }: ComponentProps<'ol'>) => (
  <ol className={`stop-list ${className}`} {...list} />
)
