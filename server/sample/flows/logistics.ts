/** Sample flows for parcels and stock. */
import { design } from './design.ts'

const returnsPlan = `
  trigger called :: Called by another flow :: manual :: order_no
  trigger form :: Returns page :: webhook :: order_no, reason
  api order :: Look up order :: orders_api :: query.order_no={{ input.order_no }} :: retry=2/400
  if age :: Within 30 days? :: yes: nodes.order.output.days <= 30 :: warranty: nodes.order.output.days <= 730
  if size :: How large is it? :: letter (fits a letter): nodes.order.output.weight < 0.5 :: parcel: nodes.order.output.weight < 31.5
  group labels :: Label
    api main :: Label of the usual carrier :: label_create :: body.order_no={{ input.order_no }} :: retry=2/1000 :: timeout_ms=30000
    api fallback :: Label of the second carrier :: label_fallback :: body.order_no={{ input.order_no }} :: timeout_ms=30000
    transform pdf :: Address of the file :: { "url": main.url ? main.url : fallback.url, "carrier": main.url ? "first" : "second" }
  end
  api letter :: Stamp for a letter :: label_create :: body.kind=letter
  api pickup :: Book a pick-up :: calendar_slots :: body.kind=pickup
  say send :: Send the label :: shop_email :: Here is your label: {{ nodes.pdf.output.url }}. It is valid for 14 days.
  say pick :: Send the day of the pick-up :: shop_email :: We fetch it on {{ nodes.pickup.output.day }}.
  sub repair :: Warranty case :: warranty :: wait=false :: input.order_no={{ input.order_no }}
  say late :: Explain the time limit :: shop_email :: The 30 days ended on {{ nodes.order.output.until }}. Is the item faulty? Then reply with a photo.
  say none :: Both carriers fail :: ops_slack :: No label for {{ input.order_no }}: neither carrier responds.
  note carriers :: The second carrier costs twice as much. It is only used if the first one does not respond. :: labels
  called > order > age
  form > order
  age.yes > size
  age.warranty > repair
  age.else > late
  size.letter > letter > send
  size.parcel > main > pdf > send
  size.else > pickup > pick
  main.error > fallback > pdf
  fallback.error > none
`

const addressPlan = `
  trigger in :: Order is placed :: webhook :: street, postcode, city, country
  js split :: Split street and number :: const match = /^(.*?)\\s+(\\d+\\s?[a-z]?)$/i.exec(input.street); return match ? { street: match[1], number: match[2] } : { street: input.street, number: null }
  if number :: House number there? :: yes: nodes.split.output.number != null
  api geo :: Address to coordinates :: geo_lookup :: query.street={{ nodes.split.output.street }} :: query.postcode={{ input.postcode }} :: expect=200,404 :: retry=2/300
  if sure :: How sure is it? :: exact: nodes.geo.output.score > 0.9 :: near: nodes.geo.output.score > 0.6
  api save :: Save coordinates :: orders_api :: body.lat={{ nodes.geo.output.lat }} :: body.lon={{ nodes.geo.output.lon }}
  transform suggest :: Suggested spelling :: nodes.geo.output.street & " " & nodes.split.output.number
  say confirm :: Ask to confirm :: shop_email :: Did you mean {{ nodes.suggest.output }}? Answer “yes”, or send the address again.
  wait reply :: Wait for the answer :: event=reply :: timeout_s=43200
  api fix :: Correct the order :: orders_api :: body.street={{ nodes.suggest.output }}
  api hold :: Hold the parcel :: warehouse_feed :: body.hold=true
  in > split > number
  number.yes > geo > sure
  number.else > confirm
  sure.exact > save
  sure.near > suggest > confirm > reply > fix
  sure.else > hold
  reply.timeout > hold
  geo.error > hold
`

const stockPlan = `
  trigger often :: Every 10 minutes :: schedule */10 * * * * UTC
  api feed :: Warehouse feed :: warehouse_feed :: query.since={{ vars.last_seen }} :: retry=3/2000
  if changed :: Anything new? :: yes: size(nodes.feed.output.items) > 0
  transform rows :: One row an item :: [nodes.feed.output.items.{ "sku": sku, "stock": free - reserved, "minimum": minimum }]
  api shop :: Set stock in the shop :: stock_level :: body.items={{ nodes.rows.output | json }} :: retry=2/1000
  if low :: Below the minimum? :: yes: nodes.rows.output.exists(row, row.stock < row.minimum)
  say order :: Tell purchasing :: ops_slack :: Below the minimum: {{ nodes.rows.output | map: "sku" | join: ", " }}
  say failed :: Tell that the shop refuses :: ops_slack :: The shop refuses the stock of {{ vars.last_seen }}.
  often > feed > changed
  changed.yes > rows > shop > low
  low.yes > order
  shop.error > failed
`

const latePlan = `
  trigger hourly :: Every hour :: schedule 5 * * * * Europe/Berlin
  api parcels :: Parcels under way :: carrier_tracking :: query.state=transit :: retry=3/2000
  js late :: Find the late ones :: return input.parcels.filter((parcel) => parcel.eta > parcel.promised)
  if any :: Any late? :: yes: size(nodes.late.output) > 0
  api order :: Orders behind them :: orders_api :: query.parcels={{ nodes.late.output | map: "id" | join: "," }}
  if told :: Told already? :: no: !nodes.order.output.told
  agent words :: Say it kindly :: reply_agent :: Two sentences: what is late, when it comes. No excuse, no discount. :: temperature=0.5
  if where :: Where do they write? :: whatsapp: nodes.order.output.channel == "whatsapp" :: sms: has(nodes.order.output.phone)
  say whatsapp :: By WhatsApp :: whatsapp :: {{ nodes.words.output.text }}
  say sms :: By text message :: sms :: {{ nodes.words.output.text }}
  say mail :: By mail :: shop_email :: {{ nodes.words.output.text }}
  api mark :: Note that they know :: orders_api :: body.told=true
  say again :: Try by mail :: shop_email :: {{ nodes.words.output.text }}
  note once :: Each contact is told once about each parcel. :: told
  hourly > parcels > late > any
  any.yes > order > told
  told.no > words > where
  where.whatsapp > whatsapp > mark
  where.sms > sms > mark
  where.else > mail > mark
  whatsapp.error > again
`

const pricePlan = `
  trigger file :: File of the supplier :: webhook :: url
  api get :: Fetch the file :: GET https://supplier.example/prices.csv :: headers.authorization=Bearer {{ secrets.supplier_key }}
  transform rows :: Rows of the table :: $split(nodes.get.output, "\\n").$split(";") :: tool=csv_rows
  if plausible :: Prices plausible? :: yes: nodes.rows.output.all(row, row.price > 0.0)
  api save :: Save in the shop :: orders_api :: body.prices={{ nodes.rows.output | json }}
  file > get > rows > plausible
  plausible.yes > save
`

export const logisticsFlows = [
  design({
    key: 'returns_label',
    name: 'Returns label with carrier fallback',
    description: 'Creates a return label; uses a second carrier if the first does not respond.',
    tags: ['support', 'logistics'],
    version: 11,
    changed: 1.4,
    volume: 5,
    failures: 0.035,
    topic: { key: 'return', weight: 12 },
    channels: ['shop_email'],
    plan: returnsPlan,
  }),
  design({
    key: 'address_check',
    name: 'Delivery address check',
    description: 'Locates the address before the parcel leaves, and asks the customer if the result is uncertain.',
    tags: ['support', 'ops'],
    version: 7,
    changed: 52,
    volume: 16,
    failures: 0.008,
    plan: addressPlan,
  }),
  design({
    key: 'stock_sync',
    name: 'Nightly stock sync',
    description: 'Formerly nightly, now every ten minutes; the name was kept.',
    tags: ['ops'],
    version: 22,
    age: 400,
    changed: 50,
    volume: 15,
    failures: 0.006,
    plan: stockPlan,
  }),
  design({
    key: 'late_parcels',
    name: 'Late parcels: tell before they ask',
    description: 'Tells contacts that their parcel is late, on the channel that they usually use.',
    tags: ['support', 'logistics'],
    version: 4,
    changed: 12,
    volume: 2.4,
    plan: latePlan,
  }),
  design({
    key: 'price_list',
    name: 'Price list import',
    description: 'For the old supplier. The new one sends prices automatically.',
    status: 'archived',
    tags: ['ops'],
    version: 2,
    age: 420,
    changed: 260,
    volume: 0,
    plan: pricePlan,
  }),
]
