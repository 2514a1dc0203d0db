/** Sample flows for leads, newsletters and reviews. */
import { design } from './design.ts'

const leadPlan = `
  trigger form :: Contact form :: webhook :: name, email, text, consent=boolean
  trigger fair :: List of the fair :: manual :: rows
  if spam :: Is it a person? :: spam: input.text.matches("[Ll]ottery|[Cc]asino") :: no_consent: input.consent != true :: tool=spam_score
  transform clean :: Clean name and address :: { "name": $trim(input.name), "email": $lowercase($trim(input.email)), "domain": $substringAfter(input.email, "@") }
  group enrich :: Enrich
    api company :: Company by domain :: company_lookup :: query.domain={{ nodes.clean.output.domain }} :: expect=200,404
    transform phone :: Phone in one form :: "+" & $replace(input.phone, /[^0-9]/, "") :: tool=phone_normal
    agent fit :: How well does it fit? :: triage_agent :: Score from 0 to 100 by size, country and what they ask for. Give the reason in one line.
  end
  api crm :: CRM: add or update a contact by e-mail :: crm_upsert :: body.email={{ nodes.clean.output.email }} :: body.score={{ nodes.fit.output.score }} :: retry=3/1000
  if score :: How hot is it? :: hot: nodes.fit.output.score >= 70 :: warm: nodes.fit.output.score >= 40
  api slot :: Next free slots :: calendar_slots :: query.days=3
  say call :: To the person on call :: sales_slack :: {{ nodes.clean.output.name }}, {{ nodes.fit.output.score }} points: {{ nodes.fit.output.reason }}
  say invite :: Invite to a talk :: shop_email :: I would like to show you this in 20 minutes. Does {{ nodes.slot.output.first }} suit you?
  say material :: Send the overview :: shop_email :: Here is the overview you asked for. Reply with any question; a person will read it.
  say later :: Into the newsletter :: sales_slack :: Cold: {{ nodes.clean.output.email }}
  say crm_down :: Keep it by hand :: sales_slack :: The CRM refuses {{ nodes.clean.output.email }}. Enter it by hand.
  form > spam
  fair > clean
  spam.else > clean > company > phone > fit > crm > score
  company.error > fit
  crm.error > crm_down
  score.hot > slot > invite > call
  score.warm > material
  score.else > later
`

const quotePlan = `
  trigger sent :: Quote was sent :: webhook :: quote, email, total
  wait three :: 2 days :: seconds=172800
  api quote :: State of the quote :: crm_find :: query.quote={{ input.quote }} :: retry=2/2000
  if state :: What happened? :: signed: nodes.quote.output.state == "signed" :: opened: nodes.quote.output.opened > 0
  agent words :: Write the follow-up :: reply_agent :: Three sentences, about what they asked and not about us. :: temperature=0.6
  say follow :: Follow up :: shop_email :: {{ nodes.words.output.text }}
  wait reply :: Wait for an answer :: event=reply :: timeout_s=172800
  say owner :: To the owner of the quote :: sales_slack :: {{ input.email }} answered about {{ input.quote }}.
  say unopened :: Ask whether it arrived :: shop_email :: Did the quote {{ input.quote }} reach you? I can send it again or call.
  say thanks :: Thank for the order :: shop_email :: Thank you. The first delivery leaves on {{ nodes.quote.output.starts }}.
  api lost :: Mark as cold :: crm_upsert :: body.state=cold
  sent > three > quote > state
  state.signed > thanks
  state.opened > words > follow > reply > owner
  state.else > unopened > reply
  reply.timeout > lost
`

const churnPlan = `
  trigger weekly :: Every Monday :: schedule 0 6 * * 1 Europe/Berlin
  api usage :: Usage of eight weeks :: usage_query :: query.weeks=8
  js drop :: Who uses it less? :: return input.accounts.map((account) => ({ ...account, drop: 1 - account.last / account.mean })).filter((account) => account.drop > 0.4)
  if any :: Anybody? :: yes: size(nodes.drop.output) > 0
  api contact :: Contact of the account :: crm_find :: query.account={{ item.id }}
  agent reason :: Guess the reason :: triage_agent :: From tickets and usage: price, missing function, no time, other.
  if why :: Which reason? :: price: nodes.reason.output.reason == "price" :: function (missing function): nodes.reason.output.reason == "function"
  say price :: To sales :: sales_slack :: {{ nodes.contact.output.name }} may leave because of the price.
  say product :: To product :: ops_slack :: {{ nodes.contact.output.name }} misses something: {{ nodes.reason.output.text }}
  say care :: Ask how it goes :: shop_email :: How is it going with us? A short answer helps.
  transform sheet :: Sheet of the week :: nodes.drop.output.{ "Account": name, "Drop": drop }
  say summary :: Weekly list :: sales_slack :: {{ nodes.sheet.output | json }}
  -agent letter :: Write a letter :: reply_agent :: A personal letter of half a page. :: temperature=0.8 :: # Tried in May. People found it odd.
  note draft :: The tool usage_query is still to be made. :: usage
  weekly > usage > drop > any
  any.yes > contact > reason > why
  why.price > price > sheet
  why.function > product > sheet
  why.else > care > sheet > summary
`

const newsletterPlan = `
  trigger form :: Sign-up form :: webhook :: email
  transform email :: Address in small letters :: $lowercase($trim(input.email))
  say ask :: Ask to confirm :: news_email :: One click and you are on the list: {{ vars.confirm_url }}?e={{ nodes.email.output }}
  wait click :: Wait for the click :: event=webhook :: timeout_s=172800
  api add :: Add to the list :: newsletter_add :: body.email={{ nodes.email.output }} :: retry=3/1000
  say hello :: Welcome :: news_email :: You are on the list. The next letter comes on the first of the month.
  api forget :: Forget the address :: newsletter_add :: body.remove={{ nodes.email.output }}
  form > email > ask > click > add > hello
  click.timeout > forget
`

const reviewPlan = `
  trigger delivered :: Parcel delivered :: webhook :: order_no, contact
  wait days :: 3 days later :: seconds=259200
  api order :: Look up order :: orders_api :: query.order_no={{ input.order_no }}
  if happy :: Anything open? :: open: nodes.order.output.open_tickets > 0 :: returned: nodes.order.output.returned
  agent words :: Write two lines :: reply_agent :: Mention the item by its name. :: temperature=0.7
  say ask :: Ask for a review :: whatsapp :: {{ nodes.words.output.text }} {{ vars.review_url }}
  if stars :: How many stars? :: few: input.stars <= 3
  say sorry :: To the help desk :: ops_slack :: {{ input.stars }} stars for {{ input.order_no }}.
  wait review :: Wait for the review :: event=webhook :: timeout_s=172800
  delivered > days > order > happy
  happy.else > words > ask > review > stars
  stars.few > sorry
`

export const salesFlows = [
  design({
    key: 'lead_intake',
    name: 'Lead intake to CRM',
    description: 'Forwards leads from the form to the right person, with data about the company.',
    tags: ['sales'],
    version: 18,
    changed: 9,
    volume: 8,
    failures: 0.015,
    topic: { key: 'lead', weight: 8 },
    channels: ['webchat', 'shop_email'],
    plan: leadPlan,
  }),
  design({
    key: 'quote',
    name: 'Quote follow-up after 2 days',
    description: 'Sends one friendly follow-up, and no more.',
    tags: ['sales'],
    version: 3,
    changed: 18,
    volume: 0.7,
    plan: quotePlan,
  }),
  design({
    key: 'churn',
    name: 'Churn signals, weekly',
    description: 'Lists accounts whose usage has dropped, with the probable reason. Not finished.',
    status: 'draft',
    tags: ['marketing'],
    version: 1,
    age: 60,
    changed: 38,
    volume: 0,
    plan: churnPlan,
  }),
  design({
    key: 'newsletter',
    name: 'Newsletter opt-in, double',
    description: 'Adds people to the list only after they have confirmed by a click.',
    tags: ['marketing'],
    version: 6,
    changed: 102,
    volume: 4,
    failures: 0.004,
    plan: newsletterPlan,
  }),
  design({
    key: 'review',
    name: 'Ask for a review after delivery',
    description: 'Paused until the new review page is ready.',
    status: 'paused',
    tags: ['marketing'],
    version: 5,
    changed: 24,
    volume: 0.4,
    plan: reviewPlan,
  }),
]
