/**
 * Tools of the sample workspace, in all six categories. `usage_query` is intentionally missing, although a draft refers
 * to it.
 */
import type { ToolCategory } from '#contract/values/category.ts'
import type { JsonRecord } from '#lib/json/json.ts'

export interface SampleTool {
  key: string
  name: string
  description: string
  category: ToolCategory
  enabled: boolean
  config: JsonRecord
  input: JsonRecord | null
  output: JsonRecord | null
  /** Micros per call; null = unknown. */
  cost: number | null
}

const objectOf = (fields: string): JsonRecord | null =>
  fields === ''
    ? null
    : { type: 'object', properties: Object.fromEntries(fields.split(', ').map((field) => [field, { type: 'string' }])) }

/** key :: name :: method and URL :: secret :: micros per call :: input :: output :: description; – means none. */
const calls = `
  orders_api :: Orders API :: GET https://shop.example/v2/orders/{{ input.order_no }} :: shop_key :: 2000 :: order_no :: state, eta, carrier :: Orders with their parcels. 404 means that there is no such order.
  refund_create :: Create refund :: POST https://pay.example/v1/refunds :: pay_key :: 5000 :: payment, amount :: id, state :: Refunds a payment. Sends an idempotency key, so it is safe to run it again.
  payment_status :: Payment status :: GET https://pay.example/v1/payments :: pay_key :: 100 :: order_no :: id, state, refunded_at :: Payment of an order, and whether it was refunded.
  parts_search :: Spare part search :: GET https://parts.example/search :: – :: 2000 :: q, number, type :: parts :: Finds parts by number or keyword.
  stock_level :: Stock level :: GET https://shop.example/v2/stock/{{ input.number }} :: shop_key :: 1 :: number :: free, net :: Available quantity and net price.
  warehouse_feed :: Warehouse feed :: GET https://warehouse.example/feed :: warehouse_key :: 3 :: since :: items :: Changes in the warehouse since a given time.
  label_create :: Carrier labels, all countries of delivery and return :: POST https://carrier.example/labels :: carrier_key :: 5000 :: order_no, kind :: url :: Labels of the usual carrier.
  label_fallback :: Labels of the second carrier :: POST https://second-carrier.example/v3/label :: carrier_key :: 9000 :: order_no :: url :: Costs twice as much; used if the first carrier does not respond.
  carrier_tracking :: Carrier tracking :: GET https://track.example/v3/parcels/{{ input.parcel_no }} :: carrier_key :: 2000 :: parcel_no, language :: state, eta :: Location of a parcel.
  geo_lookup :: Address to coordinates :: GET https://geo.example/search :: – :: 250 :: street, postcode :: lat, lon, score :: Locates an address. The score is the confidence.
  crm_find :: CRM: find a contact :: GET https://crm.example/contacts :: crm_key :: 100 :: email, phone :: name, complaints :: Finds a contact by e-mail, phone or customer number.
  crm_upsert :: CRM: add or update a contact by e-mail :: PUT https://crm.example/contacts/{{ input.email }} :: crm_key :: 100 :: email :: id :: Creates the contact if it does not exist.
  company_lookup :: Company by domain :: GET https://companies.example/by-domain :: – :: 4000 :: domain :: name, country, size :: Public data about a company.
  calendar_slots :: Calendar slots :: GET https://calendar.example/slots :: calendar_key :: 0 :: service, from :: slots :: Free times of all rooms.
  ledger_query :: Ledger query :: POST https://ledger.example/query :: ledger_key :: 200 :: state :: invoices :: Invoices by state. Reads only.
  bank_feed :: Bank: payments of a day :: GET https://bank.example/payments :: bank_key :: 1500 :: day :: payments :: Available at two in the morning.
  vat_check :: VAT number check :: GET https://vat.example/check :: – :: 100 :: number :: valid :: Checks the public register.
  warranty_add :: Warranty: register a device :: POST https://shop.example/v2/warranty :: shop_key :: 200 :: serial :: until :: Registers a device for its owner.
  opening_hours :: Store opening hours :: GET https://shop.example/v2/hours :: – :: 0 :: store :: opens, closes :: Today’s hours of a store.
  holidays :: Public holidays by region :: GET https://days.example/{{ input.region }} :: – :: 0 :: region :: holiday :: Whether today is a holiday.
  sms_send :: Send text message :: POST https://sms.example/send :: sms_key :: 13000 :: to, text :: id :: One message is 160 characters.
  voice_call :: Call a person :: POST https://voice.example/calls :: voice_key :: 18000 :: to :: id, answered :: Reads a text aloud.
  mail_move :: Move a mail :: POST https://mail.example/move :: mail_key :: 1 :: folder :: – :: Moves a mail to a folder.
  newsletter_add :: Newsletter: add or remove :: POST https://news.example/list :: news_key :: 200 :: email :: state :: Adds or removes one address.
  duty_roster :: Who is on duty :: GET https://roster.example/now :: – :: 0 :: at :: name, phone :: Name and phone of the person on duty.
  directory_add :: Directory: add an account :: POST https://directory.example/accounts :: directory_key :: 0 :: account :: id :: Accounts of colleagues.
  file_store :: Store a file :: PUT https://files.example/{{ input.name }} :: files_key :: 300 :: name :: url :: Kept for 14 days.
  device_api :: Device API :: POST https://devices.example/v1/{{ input.path }} :: device_key :: 400 :: path, value, serial :: read_back, firmware :: Reads and changes one setting of a device.
  old_warehouse :: Old warehouse (SOAP bridge) :: POST https://old-stock.example/soap :: – :: 0 :: – :: – :: Switched off in March.
`

const tool = (
  key: string,
  name: string,
  category: ToolCategory,
  description: string,
  config: JsonRecord,
): SampleTool => ({
  key,
  name,
  description,
  category,
  enabled: key !== 'legacy_ids',
  config,
  input: null,
  output: null,
  cost: null,
})

/** Splits a table into lines, and each line into parts. */
const linesOf = (table: string): string[][] =>
  table
    .trim()
    .split('\n')
    .map((line) => line.trim().split(' :: '))

function api(parts: string[]): SampleTool {
  const [key = '', name = '', request = '', secret = '', cost, input = '', output = '', description = ''] = parts.map(
    (part) => (part === '–' ? '' : part),
  )
  const [method = 'GET', ...url] = request.split(' ')
  const auth: JsonRecord = secret === '' ? { kind: 'none' } : { kind: 'bearer', secret: `{{ secrets.${secret} }}` }
  const config = {
    method,
    url: url.join(' '),
    headers: { accept: 'application/json' },
    auth,
    timeout_ms: 8000,
  }
  const made = tool(key, name, 'api', description, config)
  return {
    ...made,
    enabled: key !== 'old_warehouse',
    input: objectOf(input),
    output: objectOf(output),
    cost: Number(cost),
  }
}

const agent = (key: string, name: string, instructions: string, tools: string[] = [], model = 'standard'): SampleTool =>
  tool(key, name, 'agent', instructions, { model, instructions, tools, temperature: 0.2, max_tokens: 800 })

const code = (key: string, name: string, description: string, source: string): SampleTool =>
  tool(key, name, 'code', description, { language: 'javascript', source, timeout_ms: 1000 })

const constant = (key: string, name: string, type: string, value: JsonRecord[string]): SampleTool =>
  tool(key, name, 'global', '', { value, type, secret: false })

/** A secret without a value, with made-up last four characters for display. */
const secret = (key: string, name: string, last4: string): SampleTool =>
  tool(key, name, 'global', 'A sample secret without a value.', {
    value: { set: true, last4 },
    type: 'string',
    secret: true,
  })

/** key :: name :: last four characters. */
const secrets = `
  shop_key :: Shop key :: 7c1e
  pay_key :: Payment provider key :: 40aa
  carrier_key :: Carrier key :: 9d02
  warehouse_key :: Warehouse key :: 33bd
  crm_key :: CRM key :: b3f8
  calendar_key :: Calendar key :: 81f0
  ledger_key :: Ledger key :: 1c77
  bank_key :: Bank key :: 6e2c
  sms_key :: Text message key :: e05d
  voice_key :: Voice key :: 0a94
  mail_key :: Mail server key :: c7c2
  news_key :: Mailing service key :: 5f1b
  directory_key :: Directory key :: a8d6
  files_key :: File store key :: 2e70
  device_key :: Device key :: d915
  watch_key :: Key of the shop watch :: 2b90
  console_key :: Key of this console :: 58d1
  supplier_key :: Supplier key :: f614
`

export const sampleToolId = (key: string): string => `tool_sample_${key}`

export const sampleTools: readonly SampleTool[] = [
  ...linesOf(calls).map(api),
  tool('csv_rows', 'CSV to rows', 'transform', 'The first line contains the column names.', {
    language: 'jsonata',
    expression:
      '( $lines := $split(text, "\\n"); $keys := $split($lines[0], ";"); $lines[[1..$count($lines)]].$zip($keys, $split($, ";")) )',
  }),
  tool('phone_normal', 'Phone number in one form', 'transform', 'International format, digits only.', {
    language: 'jsonata',
    expression: '"+" & $replace(phone, /[^0-9]/, "")',
  }),
  tool('money_words', 'Amount with currency', 'transform', 'Formats an amount with its currency.', {
    language: 'jsonata',
    expression: '$formatNumber(amount, "#,##0.00") & " " & currency',
  }),
  tool('order_lines', 'Lines of an order', 'transform', 'Name, number and sum of each line.', {
    language: 'jsonata',
    expression: 'lines.{ "name": title, "count": quantity, "sum": quantity * price }',
  }),
  tool('spam_score', 'Spam score', 'condition', 'Checks for words that are typical of spam.', {
    language: 'cel',
    expression: 'input.text.matches("[Ll]ottery|[Cc]asino")',
  }),
  tool('within_hours', 'Within opening hours', 'condition', 'Monday to Friday, 8 to 20.', {
    language: 'cel',
    expression: 'now.getDayOfWeek() in [1, 2, 3, 4, 5] && now.getHours() >= 8 && now.getHours() < 20',
  }),
  tool('is_vip', 'Gold or platinum', 'condition', 'Contacts who wait at most an hour.', {
    language: 'cel',
    expression: 'contact.fields.tier in ["gold", "platinum"]',
  }),
  agent('triage_agent', 'Triage', 'Sort a message by what the person wants and how urgent it is.', ['orders_api']),
  agent(
    'extract_agent',
    'Read a message',
    'Find numbers, names and days in a message. Null where there is none.',
    [],
    'small',
  ),
  agent('reply_agent', 'Write a reply', 'Reply in the language of the message. Short, no promises.', ['parts_search']),
  agent('summary_agent', 'Summarise', 'Say what matters in a few lines.'),
  code(
    'fraud_rules',
    'Fraud rules',
    'Three refunds in 90 days are the limit.',
    'const recent = (input.refunds ?? []).filter((refund) => refund.days < 90)\nreturn { pass: recent.length < 3, recent: recent.length }',
  ),
  code(
    'export_bundle',
    'Archive of tables',
    'One file per table.',
    'return { name: input.id + ".zip", files: Object.keys(input.tables).length }',
  ),
  code('legacy_ids', 'Old order numbers', 'Converts order numbers from before May.', 'return input.replace(/^A-/, "")'),
  constant('company_name', 'Company name', 'string', 'Bergtal Haustechnik'),
  constant('refund_limit', 'Refund limit', 'number', 50),
  constant('support_hours', 'Support hours', 'json', {
    days: [1, 2, 3, 4, 5],
    from: '08:00',
    until: '20:00',
    zone: 'Europe/Berlin',
  }),
  ...linesOf(secrets).map(([key = '', name = '', last4 = '']) => secret(key, name, last4)),
]
