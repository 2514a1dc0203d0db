import type { ComponentProps } from 'react'
import { Link, type To } from 'react-router'

/** The name of a row as a link that opens it; plain text if the row has no id. */
export function RowLink({
  id,
  to,
  ...link
}: { id: string; to: (id: string) => To } & Omit<ComponentProps<typeof Link>, 'id' | 'to'>) {
  const { className, title, dir, children } = link
  if (id !== '') return <Link to={to(id)} {...link} />
  return (
    <span className={className} title={title} dir={dir}>
      {children}
    </span>
  )
}
