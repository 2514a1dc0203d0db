/** Sample flows for operations, staff and legal requests. */
import { design } from './design.ts'

const spamPlan = `
  trigger mail :: Mail arrives :: message shop_email :: from, subject, text
  if score :: Spam? :: spam: input.text.matches("[Ll]ottery|[Cc]asino") :: bounce: input.from.startsWith("mailer-daemon@") :: tool=spam_score
  api drop :: Into the spam folder :: mail_move :: body.folder=spam
  transform who :: Who could not be reached? :: $match(input.text, /[^ <]+@[^ >]+/)[0].match
  api mark :: Mark the address :: crm_upsert :: body.bounced={{ nodes.who.output }}
  api keep :: Into the inbox :: mail_move :: body.folder=inbox
  mail > score
  score.spam > drop
  score.bounce > who > mark
  score.else > keep
`

const watchPlan = `
  trigger often :: Every 5 minutes :: schedule */5 * * * * UTC
  api shop :: Open the shop :: GET https://shop.example/ :: expect=200 :: timeout_ms=5000 :: retry=2/1000
  api basket :: Put something in the basket :: POST https://shop.example/api/basket :: headers.authorization=Bearer {{ secrets.watch_key }} :: expect=201 :: timeout_ms=5000
  api checkout :: Open the checkout :: GET https://shop.example/checkout :: expect=200 :: timeout_ms=8000
  js time :: Sum of the times :: return input.steps.reduce((sum, step) => sum + step.duration_ms, 0)
  if slow :: Slower than usual? :: slow: nodes.time.output > 3 * vars.usual_ms
  say slow :: Say that it is slow :: ops_slack :: The checkout takes {{ nodes.time.output }} ms.
  transform what :: What is down? :: { "step": error.node, "status": error.status, "since": $now() }
  wait again :: Look again in a minute :: seconds=60
  api second :: Open the shop again :: GET https://shop.example/ :: expect=200 :: timeout_ms=5000
  sub incident :: Start an incident :: incident :: wait=false :: input.what={{ nodes.what.output.step }}
  say back :: Say that it is back :: ops_slack :: One failed check, the shop is back.
  often > shop > basket > checkout > time > slow
  slow.slow > slow
  shop.error > what
  basket.error > what
  checkout.error > what > again > second > back
  second.error > incident
`
  .replaceAll('say slow ::', 'say tell ::')
  .replace('slow.slow > slow', 'slow.slow > tell')

const incidentPlan = `
  trigger called :: Called by another flow :: manual :: what
  trigger alarm :: Alarm of the provider :: webhook :: what, severity
  api duty :: Who is on duty? :: duty_roster :: query.at={{ now }}
  if hours :: Day or night? :: day: within_hours(now, vars.support_hours) :: tool=within_hours
  say channel :: Open a thread :: ops_slack :: {{ input.what }} is down. {{ nodes.duty.output.name }} is on duty.
  api call :: Call the person on duty :: voice_call :: body.to={{ nodes.duty.output.phone }} :: retry=2/30000
  wait ack :: Wait until somebody takes it :: event=webhook :: timeout_s=300
  if tries :: Called three times? :: yes: nodes.call.visits >= 3
  api second :: Call the second person :: voice_call :: body.to={{ nodes.duty.output.second_phone }}
  agent log :: Write down what happened :: summary_agent :: When it began, who did what, when it ended. A line each.
  say report :: Report :: ops_slack :: {{ nodes.log.output.text }}
  say page :: On the status page :: status_page :: {{ input.what }} does not work at the moment. We are on it.
  wait end :: Wait for the end :: event=webhook :: timeout_s=14400
  called > duty > hours
  alarm > duty
  hours.day > channel > page > ack
  hours.else > call > ack > end > log > report
  ack.timeout > tries
  tries.yes > second > end
  tries.else > call
  end.timeout > log
`

const dataRequestPlan = `
  trigger in :: Request by mail :: message legal_email :: from, text
  agent read :: What is asked for? :: extract_agent :: Access, deletion or correction; name and addresses that are mentioned.
  if kind :: Which right? :: access: nodes.read.output.kind == "access" :: delete: nodes.read.output.kind == "deletion"
  say confirm :: Ask to confirm the address :: legal_email :: We have your request of today. Confirm with one click that this address is yours.
  wait click :: Wait for the click :: event=webhook :: timeout_s=172800
  group collect :: Collect
    api orders :: Orders :: orders_api :: query.email={{ input.from }} :: retry=3/2000
    api crm :: Contact and notes :: crm_find :: query.email={{ input.from }} :: expect=200,404
    api payments :: Payments :: payment_status :: query.email={{ input.from }}
    api letters :: Newsletter :: newsletter_add :: query.email={{ input.from }} :: expect=200,404
    api devices :: Devices :: device_api :: query.email={{ input.from }} :: expect=200,404
    api tickets :: Conversations :: GET https://console.example/api/conversation/ :: headers.authorization=Token {{ secrets.console_key }} :: query.contact__email={{ input.from }}
  end
  group pack :: Pack
    transform merge :: One table a source :: { "orders": orders, "contact": crm, "payments": payments, "newsletter": letters, "devices": devices, "conversations": tickets }
    js redact :: Leave out other people :: return JSON.parse(JSON.stringify(input).replaceAll(/"colleague":"[^"]*"/g, '"colleague":"left out"'))
    js bundle :: Make the archive :: return { name: input.id + '.zip', files: Object.keys(input.tables).length } :: tool=export_bundle
    if size :: Small enough for mail? :: yes: nodes.bundle.output.bytes < 10000000
    api store :: Store for 14 days :: file_store :: body.name={{ nodes.bundle.output.name }}
  end
  group erase :: Delete
    if keep :: Must we keep anything? :: yes: size(nodes.read.output.invoices) > 0
    api block :: Block what must be kept :: crm_upsert :: body.blocked=true
    api wipe :: Delete the contact :: crm_upsert :: body.delete=true
    api wipe_news :: Delete at the newsletter :: newsletter_add :: body.remove={{ input.from }}
  end
  say legal :: To the legal desk :: legal_email :: A request of {{ input.from }} is ready: {{ nodes.bundle.output.files }} files.
  wait approve :: Wait for the approval :: event=webhook :: timeout_s=172800
  say send :: Send it :: legal_email :: Here is all that we know about you. The link works for 14 days: {{ nodes.store.output.url }}
  say deleted :: Confirm the deletion :: legal_email :: Your data is deleted. Data that we must keep by law is blocked until we may delete it.
  say other :: To a person :: legal_email :: A request that is neither access nor deletion: {{ nodes.read.output.text }}
  say nothing :: Close without confirmation :: legal_email :: Nobody confirmed the address, so nothing was sent.
  say late :: Remind of the time limit :: ops_slack :: A data request waits for approval. The law gives one month.
  say failed :: One source is missing :: ops_slack :: A source does not answer. Nothing was sent; the run can be tried again.
  note law :: Art. 15 GDPR: one month. Nothing leaves without a person's approval. :: legal
  in > read > kind
  kind.access > confirm > click > orders
  kind.delete > keep
  kind.else > other
  click.timeout > nothing
  click > crm
  click > payments
  orders > merge
  crm > letters > merge
  payments > devices > tickets > merge
  merge > redact > bundle > size
  size.yes > legal
  size.else > store > legal
  legal > approve > send
  approve.timeout > late > approve
  orders.error > failed
  keep.yes > block > wipe_news
  keep.else > wipe > wipe_news > deleted
`

const onboardingPlan = `
  trigger signed :: Contract is signed :: webhook :: name, email, starts, team
  transform account :: Name of the account :: $lowercase($substringBefore(input.name, " ") & "." & $substringAfter(input.name, " "))
  group accounts :: Accounts
    api directory :: Account in the directory :: directory_add :: body.account={{ nodes.account.output }} :: retry=3/2000
    api crm :: Seat in the CRM :: crm_upsert :: body.seat={{ nodes.account.output }}
    api phone :: Number in the phone system :: voice_call :: body.extension=auto
  end
  if team :: Which team? :: support: input.team == "support" :: workshop: input.team == "workshop"
  sub desk :: Seat and device :: provisioning :: wait=false :: input.person={{ nodes.account.output }}
  api key :: Key for the workshop :: directory_add :: body.door=workshop
  wait start :: Until the first day :: until={{ input.starts }}
  say hello :: First message :: ops_slack :: {{ input.name }} starts today in {{ input.team }}.
  agent plan :: Plan of the first week :: summary_agent :: One line a day, with names.
  say plan_mail :: Send the plan :: hr_email :: {{ nodes.plan.output.text }}
  wait week :: After two days :: seconds=172800
  say how :: Ask how it goes :: hr_email :: How were the first two days? What was missing?
  say fix :: To the administrators :: ops_slack :: An account for {{ input.name }} could not be made.
  -say gift :: Order the welcome box :: hr_email :: One box for {{ input.name }}.
  signed > account > directory > crm > phone > team
  team.support > desk > start
  team.workshop > key > start
  team.else > start
  start > hello > plan > plan_mail > week > how
  directory.error > fix
`

export const operationsFlows = [
  design({
    key: 'spam_filter',
    name: 'Spam and bounce filter',
    description: 'Moves spam to its folder and marks addresses that bounce.',
    tags: ['ops'],
    version: 5,
    age: 420,
    changed: 122,
    volume: 26,
    failures: 0.003,
    channels: ['shop_email'],
    plan: spamPlan,
  }),
  design({
    key: 'shop_watch',
    name: 'Shop and checkout watch',
    description: 'Tests the checkout every five minutes, up to the payment.',
    tags: ['ops'],
    version: 6,
    changed: 30,
    volume: 9,
    failures: 0.01,
    plan: watchPlan,
  }),
  design({
    key: 'incident',
    name: 'Incident: call the person on duty',
    description: 'Calls until someone accepts the incident, and writes the report.',
    tags: ['ops', 'night'],
    version: 10,
    changed: 44,
    volume: 0.15,
    failures: 0.03,
    plan: incidentPlan,
  }),
  design({
    key: 'data_request',
    name: 'Data request (Art. 15) collector',
    description: 'Collects all data about a person from six systems; a colleague approves the result.',
    tags: ['legal'],
    version: 7,
    changed: 16,
    volume: 0.1,
    failures: 0.06,
    topic: { key: 'data', weight: 2 },
    channels: ['legal_email'],
    plan: dataRequestPlan,
  }),
  design({
    key: 'onboarding',
    name: 'New colleague: accounts and first week',
    description: 'From the signed contract to the first days at work.',
    tags: ['people'],
    version: 4,
    changed: 60,
    volume: 0.04,
    plan: onboardingPlan,
  }),
]
