import type { ReactNode } from 'react'
import { Link } from 'react-router'

/** A section of the page with its title, a note beside it, and a link to the page with all of it. */
export function Section({
  title,
  note = null,
  all = null,
  children,
}: {
  title: string
  note?: ReactNode
  all?: { label: string; path: string } | null
  children: ReactNode
}) {
  return (
    <section className="today-section" aria-label={title}>
      <header>
        <h2>{title}</h2>
        <span className="min-w-0 flex-1 text-xs text-text-3">{note}</span>
        {all !== null && (
          <Link className="link text-xs" to={all.path}>
            {all.label}
          </Link>
        )}
      </header>
      {children}
    </section>
  )
}
