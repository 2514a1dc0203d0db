import { ChevronDown, Route } from 'lucide-react'
import { Suspense } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { useExtension } from '#api/query/me.ts'
import { Button } from '#ui/controls/button.tsx'
import { Menu, MenuItem, MenuLine } from '#ui/overlays/menu.tsx'
import { tabQuery } from '#pages/flow/flow-view.ts'
import { lazyPart } from '#ui/browser/lazy-part.tsx'

const LatestRuns = lazyPart(async () => (await import('./latest-runs.tsx')).LatestRuns)

/** Menu of the latest runs of a flow, for the overlay. Needs the extension `run_detail`. */
export function RunOverlayMenu({ flow }: { flow: { id: string } | null }) {
  const [query] = useSearchParams()
  const navigate = useNavigate()
  if (!useExtension('run_detail') || flow === null) return null
  return (
    <Menu
      trigger={
        <Button icon={<Route />}>
          Show a run
          <ChevronDown className="s max-sm:hidden" />
        </Button>
      }
    >
      <Suspense
        fallback={
          <MenuItem reason="Loading runs." onSelect={() => undefined}>
            Latest runs
          </MenuItem>
        }
      >
        <LatestRuns flow={flow.id} />
      </Suspense>
      <MenuLine />
      <MenuItem onSelect={() => void navigate({ search: tabQuery(query, 'runs') })}>All runs</MenuItem>
    </Menu>
  )
}
