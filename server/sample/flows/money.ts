/** Sample flows for refunds and invoices. */
import { count } from '#lib/count.ts'
import { design } from './design.ts'

const refundPlan = `
  trigger in :: Message about money :: message shop_email :: text, from
  trigger called :: Called by another flow :: manual :: order_no
  agent read :: Read the request :: extract_agent :: Find the order number, the amount, and why the money is wanted back. :: temperature=0
  if wants :: Wants money back? :: yes: nodes.read.output.wants == "refund" :: exchange: nodes.read.output.wants == "exchange"
  if small :: Under €50? :: yes: nodes.read.output.amount <= vars.refund_limit
  group check :: Check
    api payment :: Find the payment :: payment_status :: query.order_no={{ nodes.read.output.order_no }} :: expect=200,404 :: retry=2/500
    js fraud :: Fraud rules :: const recent = (input.refunds ?? []).filter((refund) => refund.days < 90); return { pass: recent.length < 3, recent: recent.length } :: tool=fraud_rules
    if pass :: All clear? :: yes: nodes.fraud.output.pass && nodes.payment.output.state == "paid" :: repaid (paid back already): nodes.payment.output.state == "refunded"
  end
  group pay :: Pay back
    api create :: Create the refund :: refund_create :: body.payment={{ nodes.payment.output.id }} :: body.amount={{ nodes.read.output.amount }} :: timeout_ms=5000 :: # Carries the run's id as idempotency key: running it again never pays twice.
    api book :: Book in the ledger :: ledger_query :: body.kind=refund :: body.order_no={{ nodes.read.output.order_no }} :: retry=3/1000
    transform when :: When it arrives :: $fromMillis($millis() + 259200000, "[D] [MNn]")
  end
  say done :: Say that it is on its way :: reply :: The money is on its way and reaches you by {{ nodes.when.output }}. You do not need to send the item back.
  say twice :: Say that it was paid back :: reply :: This order was refunded on {{ nodes.payment.output.refunded_at | date: "%d %B" }}.
  sub label :: Returns label :: returns_label :: input.order_no={{ nodes.read.output.order_no }}
  say exchange :: Send the label :: reply :: Here is your label: {{ nodes.label.output.url }}. The new item leaves as soon as the parcel is scanned.
  agent summary :: Summary for a person :: summary_agent :: Amount, reason, what the rules said. Two lines.
  say person :: Hand to a person :: ops_slack :: {{ nodes.summary.output.text }}
  say wait_for_it :: Tell the contact :: reply :: I have your request and passed it to a colleague. You do not need to send the item back.
  say other :: Not about money :: reply :: I am not sure what you would like us to do. Is it about a refund or an exchange?
  note limit :: The limit is the tool “Refund limit”. Above it a person decides, always. :: small
  in > read > wants
  called > read
  wants.yes > small
  wants.exchange > label > exchange
  wants.else > other
  small.yes > payment > fraud > pass
  small.else > summary
  pass.yes > create > book > when > done
  pass.repaid > twice
  pass.else > summary > person > wait_for_it
  create.error > summary
`

const stage = (number: number, days: number, tone: string) => `
  group stage${number} :: Stage ${number}
    wait wait${number} :: ${count(days, 'day')} :: seconds=${days * 86400}
    api paid${number} :: Paid by now? :: payment_status :: query.invoice={{ input.invoice }} :: retry=2/2000
    if open${number} :: Still open? :: open: nodes.paid${number}.output.open > 0 :: part (paid in part): nodes.paid${number}.output.paid > 0
    transform text${number} :: Words of stage ${number} :: { "amount": $formatNumber(nodes.paid${number}.output.open, "#,##0.00"), "tone": "${tone}" }
    say send${number} :: Reminder ${number} :: billing_email :: Invoice {{ input.invoice }} for {{ nodes.text${number}.output.amount }} € is open. ${tone === 'kind' ? 'Perhaps it slipped through.' : 'We ask for payment within seven days.'}
  end
`
const reminderPlan = `
  trigger daily :: Every morning :: schedule 0 7 * * 1-5 Europe/Berlin
  api due :: Invoices that are due :: ledger_query :: query.state=due :: retry=3/5000
  if any :: Any today? :: some: size(nodes.due.output.invoices) > 0
  api terms :: Terms of the customer :: crm_find :: query.customer={{ input.customer }}
  if allowed :: May we remind? :: yes: !nodes.terms.output.no_reminders
  ${stage(1, 1, 'kind')}
  ${stage(2, 2, 'plain')}
  ${stage(3, 3, 'firm')}
  agent call :: Notes for the call :: summary_agent :: What was ordered, what was said, what is open. Five lines.
  say desk :: To the person who calls :: ops_slack :: {{ nodes.call.output.text }}
  say thanks :: Thank for the payment :: billing_email :: Thank you, the payment for {{ input.invoice }} has arrived.
  say nothing :: Nothing to do :: ops_slack :: No invoice is due today.
  note weekend :: Nothing leaves on weekends: the schedule is Monday to Friday. :: daily
  daily > due > any
  any.some > terms > allowed
  any.else > nothing
  allowed.yes > wait1 > paid1 > open1
  open1.open > text1 > send1 > wait2 > paid2 > open2
  open2.open > text2 > send2 > wait3 > paid3 > open3
  open3.open > text3 > send3 > call > desk
  open1.else > thanks
  open2.else > thanks
  open3.else > thanks
`

const vatPlan = `
  trigger in :: New business customer :: webhook :: vat_id, company, country
  transform clean :: Number without blanks :: $uppercase($replace(input.vat_id, /[^A-Za-z0-9]/, ""))
  api check :: VAT number check :: vat_check :: query.number={{ nodes.clean.output }} :: expect=200,404,503 :: retry=5/60000 :: # The register of some countries is closed at night.
  if valid :: What does the register say? :: valid: nodes.check.output.valid :: closed: nodes.check.output.status == 503
  api save :: Note it at the contact :: crm_upsert :: body.vat_id={{ nodes.clean.output }} :: body.checked_at={{ now }}
  wait later :: In an hour :: seconds=3600
  say wrong :: Ask for the number :: billing_email :: The register does not know {{ nodes.clean.output }}. Could you send it again, with the country in front?
  wait reply :: Wait for the number :: event=reply :: timeout_s=172800
  say gross :: Invoice with VAT :: billing_email :: We send the invoice with VAT for now and correct it once the number is confirmed.
  in > clean > check > valid
  valid.valid > save
  valid.closed > later > check
  valid.else > wrong > reply > clean
  reply.timeout > gross
`

const paymentsPlan = `
  trigger nightly :: Every night :: schedule 30 2 * * * Europe/Berlin
  api bank :: Payments of the day :: bank_feed :: query.day={{ vars.yesterday }} :: retry=3/10000
  api open :: Open invoices :: ledger_query :: query.state=open
  js match :: Match by number and amount :: const byNumber = new Map(input.open.invoices.map((invoice) => [invoice.number, invoice])); return input.bank.payments.filter((payment) => byNumber.get(payment.reference)?.open !== payment.amount)
  if left :: Anything left over? :: yes: size(nodes.match.output) > 0
  transform table :: As a table :: [nodes.match.output.{ "Payer": payer, "Amount": amount, "Reference": reference }]
  say list :: List to accounting :: billing_email :: {{ nodes.table.output | json }}
  say clean :: All matched :: ops_slack :: All payments of {{ vars.yesterday }} are matched.
  nightly > bank > match > left
  nightly > open > match
  left.yes > table > list
  left.else > clean
`

export const moneyFlows = [
  design({
    key: 'refund',
    name: 'Refund up to €50 without a person',
    description: 'Refunds small amounts after a fraud check, and hands all other requests over with a summary.',
    tags: ['support', 'money'],
    version: 9,
    age: 240,
    changed: 1.1,
    volume: 4,
    failures: 0.045,
    topic: { key: 'refund', weight: 16 },
    channels: ['shop_email', 'whatsapp'],
    plan: refundPlan,
  }),
  design({
    key: 'invoice_reminder',
    name: 'Invoice reminder in three stages',
    description: 'Three reminders, each a little firmer, then a call.',
    tags: ['money'],
    version: 12,
    changed: 25,
    volume: 6,
    failures: 0.015,
    topic: { key: 'invoice', weight: 9 },
    channels: ['billing_email'],
    plan: reminderPlan,
  }),
  design({
    key: 'vat_number',
    name: 'VAT number check before the first invoice',
    description: 'Checks the register, then asks the customer; without a valid number, invoices include VAT.',
    tags: ['money'],
    version: 3,
    changed: 33,
    volume: 0.6,
    failures: 0.06,
    plan: vatPlan,
  }),
  design({
    key: 'payments',
    name: 'Payments that do not match, nightly list',
    description: 'Compares bank payments with open invoices, and lists the differences for a person to check.',
    tags: ['money', 'night'],
    version: 5,
    changed: 51,
    volume: 0.25,
    plan: paymentsPlan,
  }),
]
