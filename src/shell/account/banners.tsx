import { useQueryClient } from '@tanstack/react-query'
import { CloudOff, FlaskConical, OctagonMinus, RotateCw, TriangleAlert } from 'lucide-react'
import { useEffect, useSyncExternalStore } from 'react'
import { Link, useLocation } from 'react-router'
import { call } from '#api/request/client.ts'
import { useMe, useWriteReason } from '#api/query/me.ts'
import { unreachableSince } from '#api/connection/reachability.ts'
import { service } from '#contract/service.ts'
import { formatClock } from '#lib/time/format-time.ts'
import { useZone } from '#parts/display/zone.ts'
import { paths, settingsPath } from '#ui/paths.ts'
import { Button } from '#ui/controls/button.tsx'
import { hasMissingPart, retryMissingParts } from '#ui/browser/lazy-part.tsx'
import { useStoredSetting } from '#ui/browser/stored-setting.ts'
import { isOutdated, missingParts, watchBuild } from '#api/connection/new-build.ts'
import { useAccountStatus, type BannerWords } from './account-status.ts'

/** Interval in ms for checking a service that does not respond. */
const pollIntervalMs = 4_000

/** Checks whether the service responds. The client records the result, so errors are ignored. */
const checkService = (): void => void call(service.live, {}).catch(() => undefined)

function ServiceBanner({ since }: { since: number }) {
  const zone = useZone()
  useEffect(() => {
    const timer = setInterval(checkService, pollIntervalMs)
    return () => clearInterval(timer)
  }, [])
  return (
    <div className="banner" role="status">
      <CloudOff className="s" />
      <span className="min-w-0 flex-1">
        <b>No response from the service since {formatClock(since, zone)}.</b> The page shows the last loaded data.
      </span>
      <Button icon={<RotateCw />} className="max-sm:hidden" onClick={checkService}>
        Retry now
      </Button>
    </div>
  )
}

function BalanceBanner({ title, words, isBad }: BannerWords) {
  const Icon = isBad ? OctagonMinus : TriangleAlert
  return (
    <div className={`banner ${isBad ? 'bad' : ''}`} role="status">
      <Icon className="s" />
      <span className="min-w-0 flex-1">
        {/* Two lines at most on a phone; the meaning of a blocked account is shown there too. */}
        <b>{title}</b> <span className={isBad ? '' : 'max-sm:hidden'}>{words}</span>
      </span>
      <Link className="link flex-none" to={paths.billing}>
        Billing
      </Link>
    </div>
  )
}

function BudgetBanner({ title, words, isBad }: BannerWords) {
  return (
    <div className={`banner ${isBad ? 'bad' : ''}`} role="status">
      <TriangleAlert className="s" />
      <span className="min-w-0 flex-1">
        <b>{title}</b> <span className="max-sm:hidden">{words}</span>
      </span>
      <Link className="link flex-none" to={paths.budgets}>
        Budgets
      </Link>
    </div>
  )
}

/** The page keeps working with its loaded code; new code needs a reload. */
const OutdatedBanner = () => (
  <div className="banner" role="status">
    <RotateCw className="s" />
    <span className="min-w-0 flex-1">
      <b>The console was updated while this page was open.</b> Reload the page to use the new version.
    </span>
    <Button onClick={() => window.location.reload()}>Reload</Button>
  </div>
)

/** A part of the page could not be loaded; the rest works. */
const MissingPartBanner = () => (
  <div className="banner" role="status">
    <RotateCw className="s" />
    <span className="min-w-0 flex-1">
      <b>Part of this page could not be loaded.</b> Reload the page once the service responds.
    </span>
    <Button onClick={() => window.location.reload()}>Reload</Button>
  </div>
)

/**
 * One banner at a time, by severity: service not reachable, new build of the console, missing part of the page, balance
 * low or used up, a budget that is nearly or entirely used up, then the sample workspace.
 */
export function Banners() {
  const client = useQueryClient()
  const since = useSyncExternalStore(unreachableSince.subscribe, unreachableSince.get)
  const isConsoleOutdated = useStoredSetting(isOutdated)
  const missingPartCount = useStoredSetting(missingParts)
  const isPartMissing = useStoredSetting(hasMissingPart)
  const { money, budget } = useAccountStatus()
  const { pathname } = useLocation()
  useEffect(watchBuild, [])
  const isSample = useMe()?.account.sample ?? false
  const writeReason = useWriteReason()
  useEffect(
    () =>
      unreachableSince.subscribe(() => {
        if (unreachableSince.get() !== null) return
        // The service is back: everything on the page is read again.
        void client.invalidateQueries()
        retryMissingParts()
      }),
    [client],
  )
  if (since !== null) return <ServiceBanner since={since} />
  // A missing part shows the same message in its own place.
  if (isConsoleOutdated && missingPartCount === 0) return <OutdatedBanner />
  if (isPartMissing && missingPartCount === 0) return <MissingPartBanner />
  // The start page lists these among its problems.
  const isListed = pathname === paths.home
  if (money !== null && !isListed) return <BalanceBanner {...money} />
  if (budget !== null && !isListed) return <BudgetBanner {...budget} />
  if (!isSample) return null
  return (
    <div className="banner quiet">
      <FlaskConical className="s" />
      <span className="min-w-0 flex-1">
        {/* One line on a phone: sample data are marked in their rows. */}
        <b>Sample workspace.</b> <span className="max-sm:sr-only">Everything marked “sample” is demo data.</span>
      </span>
      {writeReason === null && (
        <Link className="link flex-none" to={settingsPath('data')}>
          Remove sample data
        </Link>
      )}
    </div>
  )
}
