/** A flow with every unusual content of a card, a group or a note. */
import { node } from '#test/support/flow-draft.ts'

const long = 'Order status, price list and every other thing that somebody once wrote into the name of a node '.repeat(
  2,
)
const arabic = 'تحقق من رقم الطلب ثم أرسل الرد إلى العميل في أقرب وقت ممكن اليوم'
const hebrew = 'בדוק את מספר ההזמנה (v2) ואז שלח תשובה'
const handles = Array.from({ length: 40 }, (_, index) => index)
const at = (x: number, y: number) => ({ position: { x, y } })
const lines = Array.from({ length: 20 }, (_, index) => `Line ${index + 1} of what is to be known here`).join('\n')

const nodes = [
  node('start', 'trigger', long, { ...at(0, 0), config: { kind: 'message', channel: 'chat' } }),
  node('emoji', 'agent', '👩‍👩‍👧‍👦🏳️‍🌈 Read the 🙂 request 🇩🇪', { ...at(300, 0), tool: 'triage_agent' }),
  node('arabic', 'api', arabic, {
    ...at(600, 0),
    tool: 'orders_api',
    config: { method: 'GET', url: 'https://shop.example/v2/طلب/{order_no}' },
  }),
  node('hebrew', 'message', hebrew, {
    ...at(900, 0),
    config: { text: 'שלום {{ name }}, ההזמנה שלך (42) בדרך' },
    notes: 'Ask Dana before changing it.',
  }),
  node('all', 'code', 'Every badge', {
    ...at(0, 150),
    disabled: true,
    notes: 'Switched off since May.',
    config: { source: 'return 1', key: '{{ secrets.shop }}' },
  }),
  node('proto', '__proto__', '__proto__', at(300, 150)),
  node('img', '<img src=x onerror=alert(1)>', '<img src=x onerror=alert(1)>', at(600, 150)),
  node('unknown', 'x.very.long.type.of.another.product.with.a.name.that.goes.on', 'Parse carrier XML', at(900, 150)),
  node('word', 'api', 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft', at(0, 300)),
  node('blank', 'wait', '', at(300, 300)),
  node('many', 'condition', 'Forty cases', {
    ...at(1250, 0),
    config: {
      cases: handles.map((index) => ({ id: `c${index}`, label: `case ${index}`, expression: `total > ${index}` })),
    },
  }),
  node('outs', 'x.router', 'Forty handles', at(1550, 0)),
  node('end', 'message', 'End', at(1900, 0)),
  node('note', 'note', 'Note', { ...at(0, 480), size: null, config: { text: lines } }),
  node('rtl-note', 'note', 'Note', {
    ...at(300, 480),
    size: { width: 240, height: 120 },
    config: { text: `${arabic}\n\n# In English\n${long}` },
  }),
  node('g1', 'group', `${arabic} · outer`, { ...at(0, 900), size: { width: 900, height: 500 } }),
  node('g2', 'group', long, { ...at(40, 60), parent: 'g1', size: { width: 700, height: 380 } }),
  node('g3', 'group', '🙂 inner', { ...at(40, 60), parent: 'g2', size: { width: 400, height: 200 } }),
  node('deep', 'transform', 'Three deep', { ...at(40, 60), parent: 'g3' }),
]

const edge = (source: string, target: string, handle: string) => ({
  id: `${source} ${handle}`,
  source,
  target,
  source_handle: handle,
})

/** Template for `importFlow`. */
export const oddFlow = {
  name: `${arabic} 🙂 <img src=x onerror=alert(1)>`,
  nodes,
  edges: [
    edge('start', 'emoji', 'out'),
    edge('emoji', 'arabic', 'out'),
    edge('arabic', 'hebrew', 'out'),
    edge('arabic', 'all', 'error'),
    edge('hebrew', 'many', 'out'),
    edge('many', 'outs', 'c0'),
    edge('many', 'emoji', 'else'),
    edge('proto', 'img', 'out'),
    edge('img', 'unknown', '<img src=x onerror=alert(1)>'),
    ...handles.map((index) => edge('outs', 'end', `out ${index} 🙂 ${arabic}`)),
    ...handles.map((index) => ({ ...edge('word', 'blank', 'out'), id: `twin ${index}` })),
  ],
}
