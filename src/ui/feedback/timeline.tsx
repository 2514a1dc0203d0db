import type { ComponentProps } from 'react'
import './timeline.css'

/** Timeline of `li` elements: a vertical line with a mark for each. */
export const Timeline = ({ className = '', ...list }: ComponentProps<'ol'>) => (
  <ol className={`stop-list ${className}`} {...list} />
)
