import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { Connection } from '#api/connection/connection.ts'
import { isOfPage, pathAtService } from './service-address.ts'

/** A link to a page of a service. The page is loaded anew for another service, so that their data never mix. */
export function ServiceLink({
  service,
  path,
  className,
  title,
  children,
}: {
  service: Connection
  path: string
  className?: string
  title?: string
  children: ReactNode
}) {
  const shared = { className, title, dir: 'auto' }
  if (isOfPage(service))
    return (
      <Link to={path} {...shared}>
        {children}
      </Link>
    )
  return (
    <a href={pathAtService(path, service)} {...shared}>
      {children}
    </a>
  )
}
