import { CloudOff, Info, KeyRound } from 'lucide-react'
import { isSignedOut, type ServiceFlowsView } from '#api/services/use-service-flows.ts'
import { formatClock } from '#lib/time/format-time.ts'
import { useZone } from '#parts/display/zone.ts'
import { ServiceLink } from '#parts/services/service-link.tsx'
import { paths } from '#ui/paths.ts'
import { failureWords, partWords, staleWords } from './service-words.ts'

function FailedService({ view, error }: { view: ServiceFlowsView; error: Error }) {
  const zone = useZone()
  const { service, flows, isLoading, onRetry } = view
  const clock = flows === null ? null : formatClock(flows.at, zone)
  const mustSignIn = isSignedOut(error)
  const Icon = mustSignIn ? KeyRound : CloudOff
  return (
    <div className="service-note" role="status">
      <Icon className="s" />
      <span className="min-w-0 flex-1 wrap-anywhere">
        <b className="font-medium text-text">
          <bdi>{service.name}</bdi>
        </b>{' '}
        {failureWords(error, clock)} {mustSignIn ? '' : staleWords(view, clock)}
      </span>
      {mustSignIn ? (
        <ServiceLink service={service} path={paths.flows} className="link flex-none">
          Sign in
        </ServiceLink>
      ) : (
        <button type="button" className="link flex-none cursor-pointer" aria-disabled={isLoading} onClick={onRetry}>
          {isLoading ? 'Trying…' : 'Try again'}
        </button>
      )}
    </div>
  )
}

/** A quiet line for each service that failed, or whose list is too long to be merged as a whole. */
export const ServiceNotes = ({ views }: { views: readonly ServiceFlowsView[] }) => (
  <div className="service-notes">
    {views.map((view) => view.error !== null && <FailedService key={view.service.id} view={view} error={view.error} />)}
    {views.map((view) => {
      const words = partWords(view)
      return (
        words !== null && (
          <div key={view.service.id} className="service-note">
            <Info className="s" />
            <span className="min-w-0 flex-1 wrap-anywhere">{words}</span>
            <ServiceLink service={view.service} path={paths.flows} className="link flex-none">
              Open its list
            </ServiceLink>
          </div>
        )
      )
    })}
  </div>
)
