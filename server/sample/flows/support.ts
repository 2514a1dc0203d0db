/** Sample flows for the help desk of a shop. */
import { design } from './design.ts'

const orderStatusPlan = `
  trigger in :: Message in WhatsApp :: message whatsapp :: text, from
  agent find :: Find order number :: extract_agent :: Read the order number, the language and the tone from the message. Answer with null where there is no number. :: temperature=0
  if has :: Order number found? :: yes: nodes.find.output.order_no != null
  group look :: Look up
    api lookup :: Look up order :: orders_api :: query.order_no={{ nodes.find.output.order_no }} :: expect=200,404 :: retry=2/400 :: timeout_ms=8000 :: # 404 is an answer here, not a fault: the contact may have mistyped.
    if where :: Where is the parcel? :: on_its_way: nodes.lookup.output.state == "transit" :: delivered: nodes.lookup.output.state == "done" :: late: nodes.lookup.output.eta < now
  end
  transform arrival :: Arrival in the contact's words :: { "day": $fromMillis(nodes.lookup.output.eta, "[D] [MNn]"), "carrier": nodes.lookup.output.carrier }
  say tell :: Tell where it is :: reply :: Your parcel is with {{ nodes.arrival.output.carrier }} and should arrive on {{ nodes.arrival.output.day }}.
  sub returns :: Returns label :: returns_label :: wait=false :: input.order_no={{ nodes.find.output.order_no }}
  say person :: Hand to a person :: reply :: I cannot see the order right now. A colleague will read this and reply to you here.
  say ask :: Ask for the number :: reply :: Could you send me the number of your order? It starts with the year, like 26-118204.
  wait answer :: Wait for an answer :: event=reply :: timeout_s=86400
  note years :: Numbers start with the year since May. Older ones go through the disabled node below. :: find
  in > find > has
  has.yes > lookup > where
  where.on_its_way > arrival > tell
  where.late > returns
  lookup.error > person
  has.else > ask > answer > find
`

const nightDeskPlan = `
  trigger chat :: Chat after hours :: message webchat
  trigger mail :: Mail after hours :: message shop_email
  api hours :: Public holidays by region :: holidays :: query.region={{ vars.region }} :: expect=200
  if open :: Is anybody there? :: open: within_hours(now, vars.support_hours) && !nodes.hours.output.holiday
  say pass :: Leave it to the team :: reply :: A colleague is here and answers in a few minutes.
  agent triage :: Read and sort :: triage_agent :: Say what the person wants, how urgent it is from 0 to 4, and whether the answer is in the handbook. :: tools=orders_api,parts_search :: max_steps=8 :: max_tokens=1600
  if kind :: What is it about? :: order: nodes.triage.output.topic == "order" :: spare_part: nodes.triage.output.topic == "part" :: money: nodes.triage.output.topic in ["refund", "invoice"] :: danger: nodes.triage.output.urgency >= 4
  group orders :: Orders
    api order :: Look up order :: orders_api :: query.order_no={{ nodes.triage.output.order_no }} :: expect=200,404 :: retry=2/400
    if known :: Order known? :: yes: nodes.order.output.status == 200
    agent words :: Put it in words :: reply_agent :: Answer in the language of the message, two sentences, no promise about days. :: temperature=0.4
    say order_reply :: Answer about the order :: reply :: {{ nodes.words.output.text }}
    say order_ask :: Ask for the number :: reply :: I could not find this order. Could you send the number from the confirmation?
  end
  group parts :: Spare parts
    api part :: Search parts :: parts_search :: query.q={{ nodes.triage.output.part }} :: query.limit=5
    js rank :: Rank by fit :: return input.parts.filter((part) => part.fits).sort((a, b) => b.stock - a.stock).slice(0, 3)
    say part_reply :: Offer what fits :: reply :: These fit: {{ nodes.rank.output | map: "name" | join: ", " }}.
  end
  group money :: Money
    sub refund :: Refund up to €50 :: refund :: input.order_no={{ nodes.triage.output.order_no }}
    say money_reply :: Say what happens next :: reply :: {{ nodes.refund.output.text }}
  end
  group danger :: Danger
    api call :: Call the person on duty :: voice_call :: body.to={{ vars.duty_phone }} :: retry=3/5000
    say alert :: Tell the team :: ops_slack :: Danger reported in {{ input.channel }}: {{ nodes.triage.output.summary }}
    say calm :: Tell what to do now :: reply :: Switch the device off and unplug it. A colleague will call you within ten minutes.
  end
  agent general :: Answer from the handbook :: reply_agent :: Answer only with what the handbook says. If it says nothing, say that a colleague answers in the morning. :: tools=parts_search :: temperature=0.3
  say general_reply :: Send the answer :: reply :: {{ nodes.general.output.text }}
  wait morning :: Wait for the morning :: until={{ vars.opens_at }}
  agent summary :: Summary for the team :: summary_agent :: One line a conversation, most urgent first.
  say digest :: Morning list :: ops_slack :: {{ nodes.summary.output.text }}
  say failed :: Leave it for the morning :: reply :: I have noted your message. A colleague will answer after 8:00.
  note cost :: Most of the money goes into “Read and sort”: mails of ten pages cost as much as a hundred chats. :: triage
  chat > hours > open
  mail > hours
  open.open > pass
  open.else > triage > kind
  kind.order > order > known
  known.yes > words > order_reply
  known.else > order_ask
  kind.spare_part > part > rank > part_reply
  kind.money > refund > money_reply
  kind.danger > call > alert > calm
  kind.else > general > general_reply > morning > summary > digest
  triage.error > failed
  call.error > alert
`

const complaintPlan = `
  trigger in :: Complaint form :: webhook :: name, email, text
  transform contact :: Name and address :: { "name": $trim(input.name), "email": $lowercase($trim(input.email)) }
  api crm :: Find the contact :: crm_find :: query.email={{ nodes.contact.output.email }} :: expect=200,404
  agent summary :: Summary in three lines :: summary_agent :: What happened, what it cost the customer, what they ask for. Three lines, no judgement.
  if tone :: How bad is it? :: lawyer (names a lawyer): nodes.summary.output.legal == true :: again: nodes.crm.output.complaints > 1
  say legal :: To the legal desk :: legal_email :: {{ nodes.summary.output.text }}
  say lead :: To the team lead :: ops_slack :: Second complaint of {{ nodes.contact.output.name }}: {{ nodes.summary.output.text }}
  say desk :: To the help desk :: ops_slack :: {{ nodes.summary.output.text }}
  say thanks :: Tell that it arrived :: shop_email :: We have your message and read it today. Your number is {{ input.number }}.
  wait day :: One working day :: seconds=86400
  if answered :: Answered by now? :: yes: conversation != null && conversation.answered_at != null
  say remind :: Remind the desk :: ops_slack :: No answer yet to {{ input.number }}.
  in > contact > crm > summary > tone
  tone.lawyer > legal > thanks
  tone.again > lead > thanks
  tone.else > desk > thanks
  thanks > day > answered
  answered.else > remind > day
`

const sparePartsPlan = `
  trigger in :: Chat in the shop :: message webchat :: text
  trigger bot :: Message in Telegram :: message telegram :: text
  agent read :: Read device and part :: extract_agent :: Find the type plate, the year and the part in the message or the picture.
  if plate :: Type plate known? :: yes: nodes.read.output.type != null
  say photo :: Ask for a photo :: reply :: Could you send a photo of the plate on the back? The type starts with two letters.
  wait reply :: Wait for the photo :: event=reply :: timeout_s=7200
  group search :: Search
    api exact :: Search by number :: parts_search :: query.number={{ nodes.read.output.number }} :: expect=200,404 :: retry=2
    api similar :: Search by words :: parts_search :: query.q={{ nodes.read.output.part }} :: query.type={{ nodes.read.output.type }}
    js fit :: Keep what fits :: const { year = 2020 } = nodes.read.output; const found = [nodes.exact, nodes.similar].flatMap((search) => search?.output?.parts ?? []); return found.filter((part) => part.from <= year && (part.until ?? 9999) >= year)
  end
  if found :: What was found? :: one: size(nodes.fit.output) == 1 :: some: size(nodes.fit.output) > 1
  api stock :: Stock level :: stock_level :: query.number={{ nodes.fit.output[0].number }}
  transform price :: Price with VAT :: $round(nodes.stock.output.net * (1 + vars.vat), 2)
  say offer :: Offer the part :: reply :: {{ nodes.fit.output[0].name }} is in stock for {{ nodes.price.output }} €. Shall I put it in your basket?
  say choose :: Let them choose :: reply :: Several parts fit. Which picture is it: {{ nodes.fit.output | map: "number" | join: ", " }}?
  say none :: Hand to the workshop :: reply :: I found nothing that fits for sure. The workshop will look at it and answer tomorrow.
  -api old :: Old warehouse (SOAP bridge) :: POST https://old-stock.example/soap :: # Switched off in March; kept until the last contract ends.
  say gone :: Close kindly :: reply :: I close this for now. Write again any time, your photo is kept for 30 days.
  in > read > plate
  bot > read
  plate.yes > exact > fit > found
  exact.error > similar > fit
  plate.else > photo > reply > read
  reply.timeout > gone
  found.one > stock > price > offer
  found.some > choose
  found.else > none
`

const warrantyPlan = `
  trigger in :: Registration form :: webhook :: serial, email, bought_at
  transform serial :: Serial number in capitals :: $uppercase($replace(input.serial, " ", ""))
  if valid :: Looks like one of ours? :: yes: nodes.serial.output.matches("^[A-Z]{2}[0-9]{8}$")
  api device :: Find the device :: device_api :: query.serial={{ nodes.serial.output }} :: expect=200,404
  if state :: Registered already? :: free: nodes.device.output.registered == false :: taken: nodes.device.output.registered == true
  api add :: Register the warranty :: warranty_add :: body.serial={{ nodes.serial.output }} :: body.until={{ input.bought_at }} :: retry=3/1000
  say done :: Confirm :: shop_email :: Your warranty runs until {{ nodes.add.output.until | date: "%d %B %Y" }}.
  say taken :: Ask for the receipt :: shop_email :: This device is registered to somebody else. Send the receipt and we move it to you.
  say wrong :: Explain the number :: shop_email :: The serial number has two letters and eight digits. You find it on the back.
  say retry :: Try again tomorrow :: shop_email :: The register does not answer today. We enter it tomorrow and write to you.
  in > serial > valid
  valid.yes > device > state
  valid.else > wrong
  state.free > add > done
  state.taken > taken
  state.else > wrong
  add.error > retry
`

const openingHoursPlan = `
  trigger in :: Question in the chat :: message webchat
  api hours :: Store opening hours :: opening_hours :: query.store={{ vars.store }}
  say tell :: Tell the hours :: reply :: We are open until {{ nodes.hours.output.closes }} today.
  in > hours > tell
`

export const supportFlows = [
  design({
    key: 'order_status',
    name: 'Order status: answers in WhatsApp',
    description:
      'Finds the order in the message and replies where the parcel is; asks for the number if it is missing.',
    tags: ['support'],
    version: 14,
    age: 310,
    changed: 0.13,
    volume: 14,
    failures: 0.012,
    topic: { key: 'order', weight: 30 },
    channels: ['whatsapp', 'telegram'],
    plan: orderStatusPlan,
  }),
  design({
    key: 'night_desk',
    name: 'Night desk: triage everything that arrives between 20:00 and 08:00',
    description:
      'Sorts messages that arrive at night, replies from the handbook, and alerts a person in case of danger.',
    tags: ['support', 'night'],
    version: 31,
    age: 280,
    changed: 3,
    volume: 4,
    failures: 0.02,
    topic: { key: 'general', weight: 14 },
    channels: ['webchat', 'shop_email'],
    plan: nightDeskPlan,
  }),
  design({
    key: 'complaint',
    name: 'Complaint to a person, with summary',
    description: 'A person answers every complaint; before that, the flow summarises it in three lines.',
    tags: ['support'],
    version: 6,
    changed: 7,
    volume: 1.5,
    topic: { key: 'complaint', weight: 7 },
    channels: ['shop_email'],
    plan: complaintPlan,
  }),
  design({
    key: 'spare_parts',
    name: 'Spare part finder',
    description: 'Finds a part in stock from a photo of the type plate.',
    tags: ['support', 'sales'],
    version: 9,
    changed: 4,
    volume: 3,
    failures: 0.03,
    topic: { key: 'part', weight: 12 },
    channels: ['webchat', 'telegram'],
    plan: sparePartsPlan,
  }),
  design({
    key: 'warranty',
    name: 'Warranty registration',
    description: 'Checks the serial number and registers the device for its owner.',
    version: 4,
    changed: 79,
    volume: 1.2,
    plan: warrantyPlan,
  }),
  design({
    key: 'opening_hours',
    name: 'Opening hours reply',
    description: 'Three nodes: question, lookup, reply.',
    tags: ['support'],
    version: 2,
    changed: 140,
    volume: 2,
    failures: 0.004,
    topic: { key: 'hours', weight: 5 },
    channels: ['webchat'],
    plan: openingHoursPlan,
  }),
]
