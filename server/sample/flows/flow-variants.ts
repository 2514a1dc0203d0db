/** Generated flows for larger workspaces, with many names but few different plans. */
import { type Design, design } from './design.ts'
import { Random } from '#server/sample/random.ts'

/** Number of different plans, which are reused. */
const planCount = 48

const subjects = [
  'Order status',
  'Returns',
  'Stock sync',
  'Lead intake',
  'Invoice reminder',
  'Appointment reminder',
  'Price update',
  'Warranty case',
  'Delivery notice',
  'Address check',
  'Review request',
  'Payment check',
  'Parcel watch',
  'Welcome letter',
  'Visit report',
  'Key handover',
  'Meter reading',
  'Tariff change',
  'Waiting list',
  'Night answer',
]
const places = [
  'Leipzig',
  'Köln',
  'Graz',
  'Zürich',
  'Porto',
  'Gdańsk',
  'Utrecht',
  'Malmö',
  'Brno',
  'Split',
  'Θεσσαλονίκη',
  'Lviv',
  'Cork',
  'Liège',
  'Bilbao',
  'Torino',
  'Tallinn',
  'Győr',
  'Aarhus',
  'Tromsø',
  'wholesale',
  'web shop',
  'installers',
  'schools',
  'housing',
]
const tags = ['support', 'sales', 'ops', 'money', 'marketing', 'logistics', 'voice', 'devices', 'night', 'legal']
const triggers = [
  'webhook :: id',
  'schedule 0 7 * * 1-5 Europe/Berlin',
  'schedule */15 * * * * UTC',
  'manual',
  'message shop_email',
]

/** Lines in plan notation; {n} is the number of the node. */
const steps = [
  'api n{n} :: Look up order :: orders_api :: query.order_no={{ input.id }} :: retry=2',
  'transform n{n} :: Pick what is needed :: { "id": input.id, "name": $trim(input.name) }',
  'api n{n} :: Find the contact :: crm_find :: query.email={{ input.email }} :: expect=200,404',
  'agent n{n} :: Read and sort :: triage_agent :: One word for what it is about.',
  'js n{n} :: Keep what is open :: return input.items.filter((item) => item.open)',
  'say n{n} :: Tell the team :: ops_slack :: {{ input.id }} needs somebody.',
  'say n{n} :: Write to the contact :: shop_email :: There is news about {{ input.id }}.',
  'api n{n} :: Save it :: crm_upsert :: body.id={{ input.id }} :: retry=3/1000',
  'wait n{n} :: Wait a while :: seconds=900',
]

/** The definition at an index from 0, with individual name and numbers. Its plan is empty: see `variantPlanIndex`. */
export function variantOf(index: number): Design {
  const random = new Random(`variant ${index}`)
  const status = random.weighted([
    ['active' as const, 70],
    ['paused' as const, 10],
    ['draft' as const, 12],
    ['archived' as const, 8],
  ])
  return design({
    key: `v${String(index).padStart(7, '0')}`,
    name: `${random.pick(subjects)} · ${random.pick(places)} ${index + 1}`,
    description: 'Generated to test large workspaces.',
    status,
    tags: [...new Set([random.pick(tags), ...(random.chance(0.3) ? [random.pick(tags)] : [])])],
    version: random.whole(1, 30),
    age: random.whole(20, 700),
    changed: random.next() * 20,
    volume: status === 'active' && random.chance(0.8) ? random.next() ** 4 : 0,
    failures: random.next() ** 2 * 0.06,
    plan: '',
  })
}

/** Index of the plan that a variant uses. */
export const variantPlanIndex = (index: number): number => index % planCount

/** The plan at an index from 0 to 47, with 3 to about 30 nodes: short, because large workspaces have many runs. */
export function variantPlan(index: number): string {
  const random = new Random(`plan ${index}`)
  const size = Math.max(3, Math.round(index ** 3 / 4000) + random.whole(1, 6))
  const lines = [`trigger n0 :: Start :: ${random.pick(triggers)}`]
  const edges: string[] = []
  let from = 'n0'
  for (let n = 1; n < size; n += 1) {
    const branches = n % 5 === 4 && n < size - 1
    lines.push(
      branches ? `if n${n} :: Go on? :: yes: input.open == true` : random.pick(steps).replaceAll('{n}', String(n)),
    )
    edges.push(`${from} > n${n}`)
    from = branches ? `n${n}.yes` : `n${n}`
    if (branches) {
      n += 1
      lines.push(`say n${n} :: Say why not :: ops_slack :: {{ input.id }} is closed.`)
      edges.push(`n${n - 1}.else > n${n}`)
    }
  }
  return [...lines, ...edges].join('\n')
}

export const planIndexes: readonly number[] = Array.from({ length: planCount }, (_, index) => index)
