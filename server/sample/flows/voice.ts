/** Sample flows for calls and appointments. */
import { design } from './design.ts'

const missedPlan = `
  trigger missed :: Missed call :: message voice :: from
  if open :: Within opening hours? :: open: within_hours(now, vars.support_hours) :: hidden (number is hidden): input.from == null :: tool=within_hours
  api find :: Who is it? :: crm_find :: query.phone={{ input.from }} :: expect=200,404
  transform name :: Name or nothing :: nodes.find.output.name ? " " & nodes.find.output.name : ""
  say text :: Text back :: sms :: Hello{{ nodes.name.output }}, we missed your call. What is it about? You can answer here.
  wait reply :: Wait for a text :: event=reply :: timeout_s=14400
  agent sort :: What is it about? :: triage_agent :: One word: order, appointment, invoice, other. One line of summary.
  say desk :: To the right desk :: ops_slack :: {{ nodes.sort.output.topic }}: {{ nodes.sort.output.summary }}
  say closed :: Tell the hours :: sms :: We are closed now and call you back from 8:00 on.
  missed > open
  open.open > find > name > text > reply > sort > desk
  open.else > closed
`

const appointmentPlan = `
  trigger call :: Call comes in :: message voice :: from, speech
  agent hear :: Understand the wish :: extract_agent :: Find service, day, time and name. Ask back at the most twice.
  if wish :: What do they want? :: book: nodes.hear.output.wish == "book" :: move: nodes.hear.output.wish == "move" :: cancel: nodes.hear.output.wish == "cancel" :: person (a person): nodes.hear.output.wish == "person"
  group book :: Book
    api slots :: Free slots :: calendar_slots :: query.service={{ nodes.hear.output.service }} :: query.from={{ nodes.hear.output.day }} :: retry=2/300
    js best :: Three that suit :: return input.slots.sort((a, b) => Math.abs(a.at - input.wanted) - Math.abs(b.at - input.wanted)).slice(0, 3)
    if free :: Anything free? :: yes: size(nodes.best.output) > 0
    say offer :: Offer three times :: reply :: I have {{ nodes.best.output | map: "words" | join: ", or " }}. Which one?
    wait choice :: Wait for the choice :: event=reply :: timeout_s=60
    agent which :: Which one was it? :: extract_agent :: The first, the second, the third or none.
    api reserve :: Reserve it :: calendar_slots :: body.slot={{ nodes.which.output.slot }} :: retry=2/300
    say booked :: Say it again :: reply :: You have {{ nodes.reserve.output.words }}. A text message follows.
    say waitlist :: Onto the waiting list :: reply :: That week is full. I call you when something opens.
  end
  group move :: Move
    api current :: Find the appointment :: calendar_slots :: query.phone={{ input.from }} :: expect=200,404
    if found :: Found? :: one: size(nodes.current.output) == 1 :: many (several): size(nodes.current.output) > 1
    api moved :: Move it :: calendar_slots :: body.id={{ nodes.current.output[0].id }} :: body.to={{ nodes.hear.output.day }}
    say moved_say :: Say the new time :: reply :: It is now {{ nodes.moved.output.words }}.
    say which_one :: Ask which one :: reply :: You have several. Which day is it about?
    say unknown :: Ask for the name :: reply :: I cannot find it under this number. What is your name?
  end
  group cancel :: Cancel
    api drop :: Cancel it :: calendar_slots :: body.cancel=true
    if late :: Less than a day before? :: late: nodes.drop.output.hours < 24
    say fee :: Tell about the fee :: reply :: It is cancelled. Less than a day before we charge 20 €.
    say dropped :: Say that it is cancelled :: reply :: It is cancelled. Thank you for calling.
    api freed :: Offer it to the waiting list :: sms_send :: body.text=A time has become free.
  end
  say through :: Put through :: voice :: One moment, I put you through.
  say sms :: Text message with the time :: sms :: {{ nodes.reserve.output.words }}, {{ vars.address }}. Answer “no” to cancel.
  say sorry :: Line was bad :: reply :: I could not hear you well. I send you a text message, please answer there.
  note paused :: Paused since the voice provider changed its prices. :: call
  call > hear > wish
  hear.error > sorry
  wish.book > slots > best > free
  free.yes > offer > choice > which > reserve > booked > sms
  free.else > waitlist
  choice.timeout > offer
  wish.move > current > found
  found.one > moved > moved_say
  found.many > which_one
  found.else > unknown
  wish.cancel > drop > late
  late.late > fee > freed
  late.else > dropped > freed
  wish.person > through
  wish.else > through
`

const remindPlan = `
  trigger daily :: Every day at noon :: schedule 0 12 * * * Europe/Berlin
  api list :: Appointments of tomorrow :: calendar_slots :: query.day={{ vars.tomorrow }} :: retry=3/2000
  if any :: Any? :: yes: size(nodes.list.output) > 0
  say remind :: Remind by text message :: sms :: Tomorrow at {{ item.time }}: {{ item.service }}. Answer “no” to cancel.
  wait reply :: Wait for a no :: event=reply :: timeout_s=28800
  api cancel :: Cancel it :: calendar_slots :: body.cancel={{ item.id }}
  say freed :: Tell the desk :: ops_slack :: {{ item.time }} tomorrow is free again.
  daily > list > any
  any.yes > remind > reply > cancel > freed
`

export const voiceFlows = [
  design({
    key: 'missed_call',
    name: 'Missed call: text back within 60 s',
    description: 'Replies to missed calls by text message.',
    tags: ['sales', 'voice'],
    version: 8,
    changed: 12,
    volume: 3,
    failures: 0.02,
    topic: { key: 'call', weight: 6 },
    channels: ['voice', 'sms'],
    plan: missedPlan,
  }),
  design({
    key: 'appointment',
    name: 'Appointment booking (voice)',
    description: 'Books, moves and cancels by phone.',
    status: 'paused',
    tags: ['voice'],
    version: 27,
    changed: 5,
    volume: 0.5,
    failures: 0.05,
    topic: { key: 'appointment', weight: 5 },
    channels: ['voice'],
    plan: appointmentPlan,
  }),
  design({
    key: 'appointment_reminder',
    name: 'Appointment reminder, the day before',
    description: 'Sends a text message at noon; the reply “no” cancels the appointment.',
    tags: ['voice'],
    version: 4,
    changed: 66,
    volume: 1.2,
    plan: remindPlan,
  }),
]
