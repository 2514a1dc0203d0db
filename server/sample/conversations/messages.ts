/** Message texts of the sample workspace, with the placeholders {order}, {amount}, {day} and {part}. */
import type { Random } from '#server/sample/random.ts'

export interface SampleDialogue {
  subjects: string[]
  opens: string[]
  /** Replies of the flow. */
  replies: string[]
  /** Follow-up messages of the contact. */
  follows: string[]
  /** Replies of team members. */
  persons: string[]
  notes: string[]
  labels: string[]
  team: string
}

const thanks = [
  'Thank you!',
  'OK, thanks. How long will it take?',
  'Danke, das hilft mir sehr.',
  'Obrigada! Já chegou.',
  'Dziękuję 🙏',
  'شكراً جزيلاً',
  'Great, that was quick.',
  'תודה רבה',
  'Perfect 👍',
  'Any news?',
]

export const topics = {
  order: {
    subjects: [
      'Where is my parcel? It said {day}',
      'Order {order}',
      'Delivery to a neighbour',
      'Parcel {order} not here yet',
      'Can I collect it in the shop instead?',
    ],
    opens: [
      'Hello, where is my order {order}? It said {day}.',
      'Hi! The tracking of {order} has not moved for three days.',
      'Guten Tag, wo bleibt meine Bestellung {order}?',
      'Can I collect {order} in the shop instead?',
      'Dzień dobry, gdzie jest moja paczka {order}?',
      'أين طلبي رقم {order}؟',
      'It says delivered, but there is nothing here.',
    ],
    replies: [
      'Your parcel {order} is with the carrier and should arrive on {day}.',
      'It was handed over at 14:12, to a neighbour on the first floor.',
      'Could you send me the number of your order? It starts with the year.',
      'The parcel waits in the shop near you until {day}.',
    ],
    follows: [...thanks, '{order}', 'No, nobody rang. I was at home all day.', 'And the second parcel?'],
    persons: [
      'I asked the carrier to look for it. I will write to you by tomorrow.',
      'It is at the depot. I have sent it out again for {day}.',
    ],
    notes: ['Carrier is searching, reply due {day}.', 'Third parcel to this house that is late.'],
    labels: ['delivery', 'late'],
    team: 'Support',
  },
  refund: {
    subjects: ['Refund for order {order}', 'Money back for {order}', 'Wrong item, €{amount}', 'Paid twice?'],
    opens: [
      'The {part} arrived with a crack. I would like the money back, not a new one. Order {order}, €{amount}.',
      'I sent it back ten days ago. When do I get my €{amount}?',
      'Es wurde zweimal abgebucht, {amount} €.',
      'You sent the wrong {part}. Please refund {order}.',
    ],
    replies: [
      'The money is on its way and reaches you by {day}. You do not need to send the item back.',
      'I have your request and passed it to a colleague.',
      'This order was refunded on {day}.',
    ],
    follows: [...thanks, 'It is €{amount}, not €12.', 'My card has changed since then.'],
    persons: [
      'I have sent €{amount} by bank transfer. It takes until {day}.',
      'Sorry for that. The second payment is cancelled.',
    ],
    notes: ['Above the limit, checked manually.', 'Card is closed: paid by transfer.'],
    labels: ['refund', 'damaged'],
    team: 'Billing',
  },
  return: {
    subjects: ['Return of order {order}', 'Label does not print', 'Sending back the {part}'],
    opens: [
      'I want to send the {part} back. How do I get a label?',
      'The label for {order} does not open.',
      'Ich möchte {order} zurückgeben.',
      'The parcel is too heavy for the shop. Can you fetch it?',
    ],
    replies: [
      'Here is your label. It is valid for 14 days.',
      'We fetch it on {day}, between 8 and 14.',
      'The 30 days have ended. Is the item faulty? Then reply with a photo.',
    ],
    follows: [...thanks, 'I have no printer.', 'Which box do I use?'],
    persons: [
      'Any parcel shop prints it: show them the code I sent.',
      'I made an exception for you, here is the label.',
    ],
    notes: ['Exception agreed with the team lead.'],
    labels: ['return'],
    team: 'Support',
  },
  part: {
    subjects: ['Spare part {part}', '{part} for a boiler from 2009, is there one?', 'Which {part} fits?'],
    opens: [
      'I need a {part} for a boiler from 2009. Is there still one?',
      'Does the {part} of 2019 fit my device? Type BT 4471.',
      'Haben Sie den {part} auf Lager?',
      '部品 {part} はありますか。',
      'Ищу {part}, номер 4471-B.',
    ],
    replies: [
      '{part} is in stock for {amount} €. Shall I put it in your basket?',
      'Could you send a photo of the plate on the back?',
      'Several parts fit. Which picture is it: 4471-A or 4471-B?',
      'I found nothing that fits for sure. The workshop will look at it.',
    ],
    follows: [...thanks, '(photo)', '4471-B', 'Yes, please. Two of them.'],
    persons: [
      'The workshop says 4471-B. I have put it in your basket.',
      'That one is no longer made. The repair kit fits instead.',
    ],
    notes: ['Asked the workshop, they look at the photo.'],
    labels: ['spare part', 'workshop'],
    team: 'Workshop',
  },
  general: {
    subjects: ['Question about my device', 'It smells of gas?', 'Error E4 on the display', 'Noise at night'],
    opens: [
      'The display says E4 since this evening. What can I do?',
      'It makes a noise at night, like knocking.',
      'Es riecht komisch, soll ich das Gerät ausschalten?',
      'How do I set the clock?',
      'Καλησπέρα, η οθόνη δείχνει E4.',
    ],
    replies: [
      'E4 means that the pressure is low. Fill up to 1.5 bar, then press reset.',
      'I have noted your message. A colleague will answer after 8:00.',
      'Switch the device off and unplug it. A colleague will call you within ten minutes.',
      'Hold the left button for five seconds, then set the hour.',
    ],
    follows: [...thanks, 'It is back.', 'Which button? There are three.', 'Now it says E7.'],
    persons: ['I have booked a technician for {day}, 8 to 10.', 'E7 is the fan. Is it warm to the touch?'],
    notes: ['Called back, no answer.', 'Technician {day}.'],
    labels: ['device', 'night'],
    team: 'Support',
  },
  complaint: {
    subjects: ['Third time I write about the same thing', 'Complaint', 'Very disappointed', 'Technician did not come'],
    opens: [
      'This is the third time I write about the same thing. Nobody answers.',
      'The technician did not come on {day}. I took a day off for that.',
      'I will talk to a lawyer if this is not solved by {day}.',
      'Ich bin sehr enttäuscht von Ihrem Service.',
    ],
    replies: ['We have your message and read it today.'],
    follows: ['I am still waiting.', 'That is not an answer.', ...thanks],
    persons: [
      'I am sorry. I have read everything again and will call you today at 16:00.',
      'You are right, this went wrong on our side. The next visit is free of charge.',
    ],
    notes: ['Call at 16:00, be prepared.', 'Offered a free visit.'],
    labels: ['complaint', 'vip'],
    team: 'Support',
  },
  hours: {
    subjects: ['Opening hours', 'Open on Saturday?'],
    opens: ['Are you open on Saturday?', 'Until when are you open today?', 'Habt ihr morgen offen?'],
    replies: ['We are open until 18:00 today.', 'On Saturdays from 9 to 14.'],
    follows: thanks,
    persons: ['Yes, also on the 24th, until noon.'],
    notes: [],
    labels: [],
    team: 'Support',
  },
  invoice: {
    subjects: [
      'Invoice shows 19% instead of 21%',
      'Invoice with company name',
      'Reminder for an invoice that is paid',
      'Invoice {order}',
    ],
    opens: [
      'The invoice shows 19% instead of 21%. Please correct it.',
      'I paid {order} last week. Why do I get a reminder?',
      'Please write the company name on invoice {order}.',
      'Kann ich die Rechnung über {amount} € in zwei Teilen zahlen?',
    ],
    replies: [
      'Invoice {order} for {amount} € is open. Perhaps it slipped through.',
      'Thank you, the payment for {order} has arrived.',
    ],
    follows: [...thanks, 'I attach the bank statement.', 'The address is also wrong.'],
    persons: ['The corrected invoice is attached.', 'You can pay half by {day} and half a month later.'],
    notes: ['Instalments agreed.', 'Payment had the wrong reference.'],
    labels: ['invoice'],
    team: 'Billing',
  },
  lead: {
    subjects: ['Offer for 40 flats', 'Heat pump for a school', 'Do you deliver to Portugal?', 'Price for installers'],
    opens: [
      'We need 40 thermostats for a house in Leipzig. Who can I talk to?',
      'We plan a heat pump for a school. When can somebody visit?',
      'Do you have prices for installers?',
      'Fazem entregas em Portugal?',
    ],
    replies: [
      'I would like to show you this in 20 minutes. Does {day}, 10:00 suit you?',
      'Here is the overview you asked for. Reply with any question; a person will read it.',
    ],
    follows: [...thanks, '{day} is fine.', 'We are three people, is that all right?'],
    persons: ['I have attached the offer for €{amount}.', 'My colleague in Porto will call you tomorrow.'],
    notes: ['Budget is there, decision in spring.'],
    labels: ['lead', 'wholesale'],
    team: 'Sales',
  },
  call: {
    subjects: ['Missed call', '(voice, 0:48) Wants to move the appointment', '(voice, 1:12) Asks about an invoice'],
    opens: [
      '(voice, 0:48) Wants to move the appointment of {day}.',
      '(voice, 1:12) Asks about invoice {order}.',
      '(voice, 0:09) No words, hung up.',
    ],
    replies: [
      'Hello, we missed your call. What is it about? You can answer here.',
      'We are closed now and call you back from 8:00 on.',
    ],
    follows: ['It is about {order}.', 'Please call me after four.', ...thanks],
    persons: ['I called you at 16:20 and could not reach you. When does it suit?'],
    notes: ['Call back after four.'],
    labels: ['call back'],
    team: 'Support',
  },
  appointment: {
    subjects: ['Appointment on {day}', 'Cancel the appointment', 'Service visit'],
    opens: ['(voice, 0:31) Would like a service visit next week.', '(voice, 0:22) Cannot make it on {day}.'],
    replies: [
      'I have {day} at 9, at 11, or at 15. Which one?',
      'It is cancelled. Thank you for calling.',
      'You have {day} at 9. A text message follows.',
    ],
    follows: ['(voice, 0:04) At eleven.', '(voice, 0:03) The first one.', ...thanks],
    persons: ['I moved it to {day}, 11:00.'],
    notes: ['Ring twice, dog in the yard.'],
    labels: ['visit'],
    team: 'Workshop',
  },
  data: {
    subjects: ['Request for my data (Art. 15)', 'Please delete my account'],
    opens: ['Please send me all that you know about me.', 'Ich verlange die Löschung meiner Daten.'],
    replies: [
      'We have your request of today. Confirm with one click that this address is yours.',
      'Your data is deleted. Data that we must keep by law is blocked until we may delete it.',
    ],
    follows: ['Confirmed.', ...thanks],
    persons: ['The archive is ready, the link works for 14 days.'],
    notes: ['Approved by the legal desk.'],
    labels: ['legal'],
    team: 'Legal',
  },
} satisfies Record<string, SampleDialogue>

export type TopicKey = keyof typeof topics

const parts = [
  'hopper',
  'valve',
  'control board',
  'fan',
  'seal ring',
  'thermostat head',
  'pump',
  'display',
  'ignition',
  'filter 4471-B',
]
const days = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', '12 May', '3 June', '24 November']

/** The order number of a conversation, and a function that fills the placeholders of a text. */
export function fillPlaceholders(random: Random): { order: string; fill: (text: string) => string } {
  const order = `26-${random.whole(100_000, 199_999)}`
  const amount = (random.whole(490, 18_000) / 100).toFixed(2)
  const values: Record<string, string> = { order, amount, day: random.pick(days), part: random.pick(parts) }
  return { order, fill: (text) => text.replace(/\{(\w+)\}/g, (whole, key: string) => values[key] ?? whole) }
}
