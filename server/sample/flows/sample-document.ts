/** Document of a sample flow: its plan with positions, and the variables that its templates use. */
import type { Json } from '#lib/json/json.ts'
import type { FlowDocument } from '#server/store/flows/flow-document.ts'
import { layOutPlan } from './plan-layout.ts'
import { allNodes, readFlowPlan } from './flow-plan.ts'
import type { Design } from './design.ts'

/** Id of a sample flow by its key. */
export const flowIdOf = (key: string): string => `flw_sample_${key}`

const values: Record<string, Json> = {
  region: 'DE-SN',
  refund_limit: 50,
  vat: 0.19,
  usual_ms: 900,
  support_hours: { days: [1, 2, 3, 4, 5], from: '08:00', until: '20:00', zone: 'Europe/Berlin' },
  duty_phone: '+49 30 5550199',
  opens_at: '08:00',
  store: 'leipzig',
  address: 'Bahnhofstraße 7',
  confirm_url: 'https://shop.example/confirm',
  review_url: 'https://shop.example/review',
}

/** Creates the document of a flow. Throws if its plan has an error. */
export function documentOf(design: Design): FlowDocument {
  const plan = readFlowPlan(design.plan, flowIdOf)
  layOutPlan(plan)
  const keys = [...new Set([...design.plan.matchAll(/\bvars\.(\w+)/g)].map(([, key = '']) => key))]
  return {
    nodes: allNodes(plan.parts),
    edges: plan.edges,
    metadata: { sample: true, domain: design.tags[0] ?? 'shop' },
    variables: keys.map((key) => ({ key, value: values[key] ?? key })),
    settings: { timezone: 'Europe/Berlin', timeout_s: 3600, concurrency: 10 },
    viewport: null,
  }
}
