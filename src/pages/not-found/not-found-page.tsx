import { useLocation } from 'react-router'
import { NotFound } from '#shell/not-found.tsx'
import { Page } from '#shell/page.tsx'

export function NotFoundPage() {
  const { pathname } = useLocation()
  return (
    <Page title="Page not found">
      <NotFound
        title="Nothing at this address"
        words={
          <>
            There is no page <span className="mono break-all">{pathname}</span>. Check the address, or search for what
            you need.
          </>
        }
      />
    </Page>
  )
}
