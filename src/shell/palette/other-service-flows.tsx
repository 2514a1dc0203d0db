/** Flows of the other services as lines of the palette, found among the flows that are merged in the browser. */
import { useMemo } from 'react'
import type { Connection } from '#api/connection/connection.ts'
import { useConnections } from '#api/connection/use-connections.ts'
import { isSignedOut, useServiceFlows, type ServiceFlowsView } from '#api/services/use-service-flows.ts'
import { flowStatusWord } from '#parts/display/status.tsx'
import { ProductMark } from '#parts/services/product-mark.tsx'
import { pathAtService } from '#parts/services/service-address.ts'
import { foldedText } from '#ui/overlays/picker-options.ts'
import { flowPath } from '#ui/paths.ts'
import type { PaletteLine } from './palette-lines.ts'

/** Maximum lines; the list of all services shows the others. */
const maxLines = 6

const otherServices = (all: readonly Connection[], used: Connection): Connection[] =>
  all.filter(({ id }) => id !== used.id)

/** Why flows of a service may be missing in the lines; nothing for one that was never signed in to. */
const failureOf = ({ service, error, flows }: ServiceFlowsView): string[] =>
  error === null || isSignedOut(error)
    ? []
    : [`${service.name} does not respond${flows === null ? '' : '; its last known flows were searched'}.`]

/** The flows of other services that contain every word, and a sentence for each service that failed. */
export function useOtherServiceFlows(words: string, isEnabled: boolean): { lines: PaletteLine[]; failures: string[] } {
  const { all, used } = useConnections()
  const services = useMemo(() => otherServices(all, used), [all, used])
  const views = useServiceFlows(services, isEnabled && words !== '')
  return useMemo(() => {
    if (!isEnabled || words === '') return { lines: [], failures: [] }
    const wanted = foldedText(words).split(/\s+/).filter(Boolean)
    const lines = views.flatMap(({ service, flows }) =>
      (flows?.rows ?? [])
        .filter(({ id, name, tags }) => {
          const own = foldedText(`${name} ${tags.join(' ')}`)
          return id !== '' && wanted.every((word) => own.includes(word))
        })
        .map(({ id, name, status }): PaletteLine => ({
          id: `${service.id} ${id}`,
          group: 'Flows',
          label: name,
          note: [service.name, status && flowStatusWord(status).toLowerCase()].filter(Boolean).join(' · '),
          icon: <ProductMark product={flows?.product ?? ''} name={service.name} />,
          onChoose: () => window.location.assign(pathAtService(flowPath(id), service)),
        })),
    )
    return { lines: lines.slice(0, maxLines), failures: views.flatMap(failureOf) }
  }, [views, words, isEnabled])
}
