/**
 * Simulates the external services of sample flows: hosts under ".example", which do not exist (RFC 2606), a model, and
 * recipients of messages. Responses are fixed and generated in this process, so an unedited sample flow sends nothing.
 */
import { isRecord, type Json, type JsonRecord } from '#lib/json/json.ts'
import { parseJson } from '#lib/json/safe-json.ts'
import type { Prices } from '#server/base/prices.ts'
import type { EngineTools, ModelEndpoint } from '#server/engine/engine-tools.ts'

const dayMs = 86_400_000

/** Responses by prefix of host and path; the first match is used. */
const answers: readonly (readonly [string, (now: number) => Json])[] = [
  [
    'shop.example/v2/orders',
    (now) => ({
      order_no: 'A-1284',
      status: 200,
      state: 'transit',
      eta: now + 2 * dayMs,
      carrier: 'Parcel post',
      days: 12,
      weight: 2.4,
      told: false,
      returned: false,
      open_tickets: 0,
      email: 'kim@customer.example',
      channel: 'whatsapp',
      customer: 'c_19',
    }),
  ],
  ['shop.example/v2/stock', () => ({ number: 'SP-204', free: 7, net: 49.5 })],
  ['shop.example/v2/warranty', () => ({ until: '2028-11-30' })],
  ['shop.example/v2/hours', () => ({ opens: '09:00', closes: '18:00' })],
  ['shop.example', () => ({ status: 200 })],
  ['pay.example/v1/refunds', () => ({ id: 'rfd_881', state: 'created' })],
  ['pay.example', () => ({ id: 'pay_5521', state: 'paid', open: 120.5, paid: 0, refunded_at: null })],
  [
    'parts.example',
    () => ({
      parts: [
        { number: 'SP-204', name: 'Door seal', fits: true, stock: 7, from: 2015, until: 2024 },
        { number: 'SP-377', name: 'Drain pump', fits: false, stock: 2, from: 2010, until: 2014 },
      ],
    }),
  ],
  ['warehouse.example', () => ({ items: [{ sku: 'SP-204', free: 9, reserved: 2, minimum: 3, stock: 7 }], hold: true })],
  ['carrier.example', () => ({ url: 'https://carrier.example/labels/77120.pdf' })],
  ['second-carrier.example', () => ({ url: 'https://second-carrier.example/labels/4.pdf' })],
  [
    'track.example',
    (now) => ({
      state: 'transit',
      eta: now + dayMs,
      parcels: [{ id: 'P-7', eta: now + dayMs, promised: now - dayMs }],
    }),
  ],
  ['geo.example', () => ({ lat: '52.52', lon: '13.40', score: 0.97, street: 'Linden Street' })],
  [
    'crm.example',
    () => ({
      id: 'c_19',
      name: 'Kim Lind',
      complaints: 0,
      state: 'opened',
      opened: 1,
      no_reminders: false,
      families: [{ prefix: 'AB', key: 'thermostat' }],
    }),
  ],
  ['companies.example', () => ({ name: 'Lind Works', country: 'DE', size: '50-200' })],
  ['calendar.example', (now) => ({ slots: [{ id: 's1', at: now + dayMs }], hours: 48, id: 's1' })],
  ['ledger.example', () => ({ invoices: [{ number: 'R-2201', open: 120.5, customer: 'c_19' }], number: 'R-2201' })],
  ['bank.example', () => ({ payments: [{ payer: 'Kim Lind', amount: 120.5, reference: 'R-2201' }] })],
  ['vat.example', () => ({ valid: true, status: 200 })],
  ['days.example', () => ({ holiday: false })],
  ['sms.example', () => ({ id: 'sms_1' })],
  ['voice.example', () => ({ id: 'call_1', answered: true })],
  ['mail.example', () => ({ moved: true })],
  ['news.example', () => ({ state: 'added' })],
  ['roster.example', () => ({ name: 'Robin Vale', phone: '+49 30 5550100', second_phone: '+49 30 5550101' })],
  ['directory.example', () => ({ id: 'acc_1' })],
  ['files.example', () => ({ url: 'https://files.example/bundle.zip', bytes: 18_220 })],
  ['devices.example', () => ({ read_back: true, registered: false, firmware: '4.2.0', serial: 'AB12345678' })],
  ['console.example', () => ({ results: [] })],
  ['supplier.example', () => 'number;price\nSP-204;49.5'],
]

/** The constant response of the model, with the fields that agents of all sample flows need. */
const responseTexts: JsonRecord = {
  text: 'Kim Lind asks where order A-1284 is. Nothing is urgent.',
  topic: 'order',
  urgency: 1,
  order_no: 'A-1284',
  part: 'door seal',
  number: 'SP-204',
  type: 'WM-9',
  wants: 'refund',
  amount: 19.9,
  wish: 'book',
  service: 'repair',
  day: 'Monday',
  slot: 's1',
  legal: false,
  score: 74,
  reason: 'price',
  kind: 'access',
  invoices: [],
  ok: true,
  why: 'It is upright and closed.',
}
const modelName = 'sample'
const charsPerToken = 4

/** Simulates those parts of an OpenAI-compatible endpoint that agents use. */
const modelResponse: typeof fetch = async (input, init) => {
  const asked = await new Request(input, init).text()
  const read = parseJson(asked)
  const prompt = Math.ceil(asked.length / charsPerToken)
  const content = JSON.stringify(responseTexts)
  const completion = Math.ceil(content.length / charsPerToken)
  return Response.json({
    id: 'sample',
    object: 'chat.completion',
    created: 0,
    model: read.ok && isRecord(read.value) ? (read.value['model'] ?? modelName) : modelName,
    choices: [{ index: 0, finish_reason: 'stop', message: { role: 'assistant', content } }],
    usage: { prompt_tokens: prompt, completion_tokens: completion, total_tokens: prompt + completion },
  })
}

/** Nothing real is used, so nothing is charged. */
const prices: Prices = { models: {}, apiCall: 0n, codeSecond: 0n, messages: {} }

const model: ModelEndpoint = {
  baseUrl: 'https://model.example/v1',
  apiKey: null,
  name: modelName,
  fetch: modelResponse,
  close: async () => {},
}

/** Host and path, with a trailing slash; "" if invalid. */
function addressOf(text: string): string {
  if (!URL.canParse(text)) return ''
  const { host, pathname } = new URL(text)
  return `${host}${pathname}/`
}

/** Engine tools for runs of sample flows: services are simulated and free; sandbox and log are shared. */
export function simulatedEngineTools(tools: EngineTools): EngineTools {
  return {
    ...tools,
    model,
    prices,
    messenger: { isRehearsal: true, send: async ({ key }) => ({ ok: true, messageId: key, type: 'sample' }) },
    outgoing: {
      ...tools.outgoing,
      async request(request) {
        const address = addressOf(request.url)
        const found = answers.find(([start]) => address.startsWith(`${start}/`))
        // Other addresses are really called: they only occur if a sample flow was edited.
        if (!found) return tools.outgoing.request(request)
        const body = found[1](Date.now())
        const headers = { 'content-type': 'application/json' }
        return { status: 200, headers, body, problem: null, bytes: JSON.stringify(body).length }
      },
    },
  }
}
