import type { ReactNode } from 'react'
import { Link } from 'react-router'

/** One figure of the page, with its note. */
export const BalanceFigure = ({
  name,
  to,
  children,
  words,
}: {
  name: ReactNode
  /** The URL of what it sums. */
  to?: string | undefined
  children: ReactNode
  words: ReactNode
}) => (
  <div className="figure">
    <dt>{name}</dt>
    <dd>
      {to === undefined ? (
        children
      ) : (
        <Link className="hover:underline" to={to}>
          {children}
        </Link>
      )}
    </dd>
    <dd className="words">{words}</dd>
  </div>
)

const names = ['Available', 'Reserved', 'Runs out']

/** Placeholder for the figures. */
export const FiguresSkeleton = () => (
  <dl className="figures" aria-label="Balance" aria-busy="true">
    {names.map((name) => (
      <BalanceFigure key={name} name={name} words="">
        <span className="skeleton my-2.5 w-20" />
      </BalanceFigure>
    ))}
  </dl>
)
