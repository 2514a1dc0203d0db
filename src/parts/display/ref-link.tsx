import { Link } from 'react-router'
import { Absent } from '#ui/feedback/absent.tsx'

/** Link to a related object by its name; plain text without an id, "—" without either. */
export function RefLink({
  to,
  of,
  className = 'link',
}: {
  to: (id: string) => string
  of: { id: string; name: string } | null
  className?: string
}) {
  if (of === null || (of.id === '' && of.name === '')) return <Absent />
  if (of.id === '') return <bdi>{of.name}</bdi>
  return (
    <Link className={className} to={to(of.id)}>
      <bdi>{of.name || of.id}</bdi>
    </Link>
  )
}
