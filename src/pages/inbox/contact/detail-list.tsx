import { ChevronDown, ChevronRight } from 'lucide-react'
import { Fragment, useState, type ReactNode } from 'react'
import { count } from '#lib/count.ts'
import { Button } from '#ui/controls/button.tsx'

/** A row of a list of details; empty ones are folded. */
export interface Detail {
  key: string
  isEmpty: boolean
  row: ReactNode
}

/** The details that have a value, and a button that shows those without one, in their places. */
export function DetailList({ details }: { details: readonly Detail[] }) {
  const [isUnfolded, setUnfolded] = useState(false)
  const emptyCount = details.filter((detail) => detail.isEmpty).length
  return (
    <>
      <dl className="facts contact-facts">
        {details.map(({ key, isEmpty, row }) => (isUnfolded || !isEmpty) && <Fragment key={key}>{row}</Fragment>)}
      </dl>
      {emptyCount > 0 && (
        <Button
          variant="quiet"
          icon={isUnfolded ? <ChevronDown /> : <ChevronRight />}
          className="mt-2 -ml-2.5"
          aria-expanded={isUnfolded}
          onClick={() => setUnfolded(!isUnfolded)}
        >
          {isUnfolded ? 'Hide empty fields' : `Show ${count(emptyCount, 'empty field')}`}
        </Button>
      )}
    </>
  )
}
