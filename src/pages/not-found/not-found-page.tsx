import { Link, useLocation } from 'react-router'
import { Page } from '#shell/page.tsx'
import { paths } from '#ui/paths.ts'

export function NotFoundPage() {
  const { pathname } = useLocation()
  return (
    <Page title="Page not found">
      <div className="grid max-w-[620px] gap-2 p-5">
        <p>
          There is no page at <span className="mono break-all">{pathname}</span>.
        </p>
        <p>
          <Link className="link" to={paths.flows}>
            Go to flows
          </Link>
        </p>
      </div>
    </Page>
  )
}
