import { ChevronDown } from 'lucide-react'
import type { ComponentPropsWithRef } from 'react'

/** The chip of the tag filter: which tags are set. */
export const TagButton = ({ tags, ...rest }: ComponentPropsWithRef<'button'> & { tags: readonly string[] }) => (
  <button {...rest} type="button" className={`chip ${tags.length === 0 ? '' : 'on'} max-w-60 min-w-0`}>
    Tag <b className="cut">{tags.join(', ') || 'any'}</b>
    <ChevronDown className="xs" />
  </button>
)
