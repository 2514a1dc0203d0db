import { Route } from 'lucide-react'
import { lazy, Suspense } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { useExtension } from '#api/me.ts'
import { Button } from '#ui/button.tsx'
import { useLoadLater } from '#ui/load-later.ts'
import { Menu, MenuItem, MenuLine } from '#ui/menu.tsx'
import { tabQuery } from './flow-view.ts'

const load = async () => ({ default: (await import('./latest-runs.tsx')).LatestRuns })
const LatestRuns = lazy(load)

/** Chooses one of the latest runs of a flow, to be laid over its canvas. Needs the extension `run_detail`. */
export function LayRun({ flow }: { flow: { id: string } }) {
  const [query] = useSearchParams()
  const navigate = useNavigate()
  useLoadLater(load)
  if (!useExtension('run_detail')) return null
  return (
    <Menu
      trigger={
        <Button icon={<Route />}>
          <span className="max-lg:sr-only">Lay a run over it</span>
        </Button>
      }
    >
      <Suspense
        fallback={
          <MenuItem reason="They are being read." onSelect={() => undefined}>
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
