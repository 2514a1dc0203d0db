/** Handlers of incidents. */
import { incident } from '#contract/incident.ts'
import { notFound } from '#server/base/fault.ts'
import { handler, type Handler } from '#server/protocol/handler.ts'
import { listIncidents, readIncident } from '#server/store/incidents/incident.ts'

const list = handler(incident.list, async ({ scope }, { query }) => ({ body: await listIncidents(scope, query) }))

const read = handler(incident.read, async ({ scope }, { params }) => {
  const found = await readIncident(scope, params.id)
  if (!found) throw notFound('incident')
  return { body: found }
})

export const incidentHandlers: Handler[] = [list, read]
