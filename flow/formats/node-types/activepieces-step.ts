/** Maps Activepieces steps to our node types, by type and, for pieces, by piece and action. */
import {
  mapToAgent,
  mapToCondition,
  type MappedCase,
  mapTo,
  type MappedType,
  mapToTrigger,
} from '#flow/formats/shared/node-mapping.ts'
import { noType } from '#flow/node-kind.ts'
import { isRecord, type Json, type JsonRecord, listOf, numberOf, recordOf, textOf } from '#lib/json/json.ts'

type Mapper = (input: JsonRecord, action: string) => MappedType

const secondsPer: Readonly<Record<string, number>> = { seconds: 1, minutes: 60, hours: 3600, days: 86_400 }

/** One action of the piece has a duration with a unit, the other a time. */
const delay: Mapper = (input) => {
  const amount = numberOf(input['delayFor'])
  const unit = secondsPer[textOf(input['unit']) || 'seconds']
  if (amount !== null && unit !== undefined) return mapTo('wait', { seconds: amount * unit })
  const until = textOf(input['delayUntilTimestamp'])
  return mapTo('wait', until === '' ? {} : { until })
}

const model: Mapper = (input) =>
  mapToAgent(
    textOf(input['model']),
    textOf(input['prompt']) || textOf(input['systemPrompt']) || textOf(input['instructions']),
  )

const subflow: Mapper = (input) => {
  const flow = input['flow']
  return mapTo('subflow', { flow: isRecord(flow) ? textOf(flow['externalId']) : textOf(flow), wait: true })
}

/** Pieces that correspond to one of our node types; all others keep their type. */
const pieces: ReadonlyMap<string, Mapper> = new Map<string, Mapper>([
  [
    'http',
    (input) => mapTo('api', { method: textOf(input['method']).toUpperCase() || 'GET', url: textOf(input['url']) }),
  ],
  ['delay', delay],
  ['approval', () => mapTo('wait', { event: 'reply' })],
  ['openai', model],
  ['claude', model],
  ['ai', model],
  ['agent', model],
  ['subflows', subflow],
])

/** "google-sheets" for "@activepieces/piece-google-sheets", from any author. */
const pieceName = (settings: JsonRecord): string =>
  textOf(settings['pieceName']).replace(/^(?:@[^/]*\/)?(?:piece-)?/, '')

const startKinds: Readonly<Record<string, string>> = {
  schedule: 'schedule',
  webhook: 'webhook',
  forms: 'webhook',
  'catch-webhook': 'webhook',
}

function start(type: string, settings: JsonRecord): MappedType {
  if (type === 'EMPTY') return mapToTrigger('manual')
  if (type === 'WEBHOOK') return mapToTrigger('webhook')
  const cron = textOf(recordOf(settings['input'])['cronExpression'])
  const piece = pieceName(settings)
  if (piece === 'schedule' && cron !== '')
    return mapToTrigger('schedule', {
      schedule: { cron, zone: textOf(recordOf(settings['input'])['timezone']) || 'UTC' },
    })
  return mapToTrigger((Object.hasOwn(startKinds, piece) ? startKinds[piece] : undefined) ?? 'other')
}

/** Condition of a branch as text: groups joined by OR, with conditions joined by AND in each. */
function conditionText(groups: Json | undefined): string {
  const conditionItemText = (item: Json) => {
    const { firstValue, operator, secondValue } = recordOf(item)
    const words = textOf(operator).toLowerCase().replaceAll('_', ' ')
    return [textOf(firstValue), words, textOf(secondValue)].filter((part) => part !== '').join(' ')
  }
  return listOf(groups)
    .map((group) => listOf(group).map(conditionItemText).join(' and '))
    .join(' or ')
}

function router(item: JsonRecord): MappedType {
  const branches = listOf(recordOf(item['settings'])['branches'])
  const count = Math.max(branches.length, listOf(item['children']).length)
  const cases = Array.from({ length: count }, (_, index): MappedCase => {
    const { branchName, conditions } = recordOf(branches[index])
    const label = textOf(branchName) || `Branch ${index + 1}`
    return { id: `case_${index}`, label, expression: conditionText(conditions) }
  })
  return mapToCondition('activepieces', cases, false)
}

/** A branch with two outputs, from versions before routers existed. */
const branch = (settings: JsonRecord): MappedType =>
  mapToCondition(
    'activepieces',
    [
      { id: 'true', label: 'true', expression: conditionText(settings['conditions']) },
      { id: 'false', label: 'false', expression: '' },
    ],
    false,
  )

const code = (settings: JsonRecord): MappedType => {
  const source = settings['sourceCode']
  return mapTo('code', {
    language: 'javascript',
    dialect: 'activepieces',
    source: textOf(recordOf(source)['code']) || textOf(source),
  })
}

function pieceStep(settings: JsonRecord): MappedType {
  const name = pieceName(settings)
  const action = textOf(settings['actionName'])
  const own = pieces.get(name)?.(recordOf(settings['input']), action)
  return own ?? mapTo([name, action].filter((part) => part !== '').join('.') || 'PIECE')
}

/** `isStart`: whether the step is the root of the tree. */
export function activepiecesStep(item: JsonRecord, isStart: boolean): MappedType {
  const type = textOf(item['type'])
  const settings = recordOf(item['settings'])
  if (isStart) return start(type, settings)
  switch (type) {
    case 'ROUTER':
      return router(item)
    case 'BRANCH':
      return branch(settings)
    case 'CODE':
      return code(settings)
    case 'PIECE':
      return pieceStep(settings)
    default:
      return mapTo(type === '' ? noType : type)
  }
}
