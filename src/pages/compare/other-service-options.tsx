/** Flows of other services as options for a side of the comparison. */
import { Layers } from 'lucide-react'
import { allConnections, connection, type Connection } from '#api/connection/connection.ts'
import { readFlowPage } from '#api/services/service-flows.ts'
import { noValue, type PickerOption } from '#ui/overlays/picker-options.ts'
import { sideText } from '#ui/paths.ts'

/** Maximum flows of each other service in the options. */
const maxOtherOptions = 10
/** Time in ms that the options wait for the other services: one that hangs is left out until the next search. */
const otherServicesMs = 2_000

/** Matching flows of one other service; none if it fails or takes too long. */
async function optionsOf(service: Connection, search: string, signal: AbortSignal): Promise<PickerOption[]> {
  const isInTime = AbortSignal.any([signal, AbortSignal.timeout(otherServicesMs)])
  try {
    const flows = await readFlowPage(service, search, maxOtherOptions, isInTime)
    return flows.slice(0, maxOtherOptions).map(({ id, name }): PickerOption => ({
      value: id === '' ? noValue : sideText({ is: 'flow', key: id, service: service.id }),
      label: name,
      note: service.name,
      icon: <Layers className="s" />,
    }))
  } catch {
    return []
  }
}

/** Matching flows of the other services, read at the same time. */
export async function otherServiceOptions(search: string, signal: AbortSignal): Promise<PickerOption[]> {
  const others = allConnections().filter(({ id }) => id !== connection().id)
  const options = await Promise.all(others.map((service) => optionsOf(service, search, signal)))
  return options.flat()
}
