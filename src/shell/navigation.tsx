import { Link, useLocation } from 'react-router'
import { paths } from '#src/paths.ts'
import { Mark } from '#ui/mark.tsx'
import { Tooltip } from '#ui/tooltip.tsx'
import { BalanceFoot } from './balance-foot.tsx'
import { maxBarStops, stops } from './stops.ts'

/** The line with stops; by the width of its column a rail, and on a phone the bar at the bottom. */
export function Navigation({ railed }: { railed: boolean }) {
  const { pathname } = useLocation()
  return (
    <nav className="nav" aria-label="Main">
      <Link className="brand" to={paths.home} aria-label="Flow Console, start">
        <Mark />
        <span>Flow Console</span>
      </Link>
      <div className="nav-line">
        {stops.map(({ path, label, icon: Icon }, index) => {
          const isHere = pathname === path || pathname.startsWith(`${path}/`)
          return (
            // Where the word stands beside the stop, the tooltip would say it twice.
            <Tooltip
              key={path}
              words={label}
              side="right"
              className={railed ? 'max-sm:hidden' : 'max-sm:hidden lg:hidden'}
            >
              <Link
                className={`stop ${index >= maxBarStops ? 'beyond-bar' : ''}`}
                to={path}
                aria-current={isHere ? (pathname === path ? 'page' : 'true') : undefined}
              >
                <Icon />
                <span>{label}</span>
              </Link>
            </Tooltip>
          )
        })}
      </div>
      <BalanceFoot />
    </nav>
  )
}
