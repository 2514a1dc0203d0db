/** All endpoints: the router, the OpenAPI document and tests are derived from this list. */
import { me, session, setup } from './account.ts'
import { activity } from './activity.ts'
import { alert } from './alert.ts'
import { key } from './key.ts'
import { person } from './person.ts'
import { sample } from './sample.ts'
import { balance, run } from './billing.ts'
import { budget } from './budget.ts'
import { cannedReply } from './canned-reply.ts'
import { channel } from './channel.ts'
import { channelHistory } from './channel-history.ts'
import { contact } from './contact.ts'
import { conversation } from './conversation.ts'
import { conversationWork } from './conversation-work.ts'
import { budgetPauses, csvTables, modelAndToolCosts, runHours, safeRepeats } from './kernel/extensions.ts'
import { event } from './event.ts'
import { flow } from './flow.ts'
import { flowSearch } from './flows/flow-search.ts'
import { flowTrash } from './flows/flow-trash.ts'
import { flowVersion } from './flows/flow-version.ts'
import { hook } from './hook.ts'
import { incident } from './incident.ts'
import { ledger } from './ledger.ts'
import type { AnyEndpoint } from './kernel/endpoint.ts'
import { runPlan } from './runs/run-plan.ts'
import { upcomingRuns } from './runs/upcoming-runs.ts'
import { runWork } from './run-work.ts'
import { admin, service } from './service.ts'
import { tool } from './tool.ts'
import { toolVersion } from './tool-version.ts'
import { view } from './view.ts'
import { webchat } from './webchat.ts'

const api = {
  flow,
  flowTrash,
  flowVersion,
  flowSearch,
  tool,
  toolVersion,
  channel,
  channelHistory,
  webchat,
  conversation,
  conversationWork,
  contact,
  view,
  cannedReply,
  balance,
  ledger,
  budget,
  incident,
  alert,
  run,
  runWork,
  runPlan,
  upcomingRuns,
  me,
  session,
  setup,
  person,
  key,
  activity,
  hook,
  event,
  sample,
  service,
  admin,
}

export const allEndpoints: readonly AnyEndpoint[] = Object.values(api).flatMap((group): AnyEndpoint[] =>
  Object.values(group),
)

/** Names of the extensions in `/me/`. */
export const allExtensions: readonly string[] = [
  safeRepeats,
  csvTables,
  budgetPauses,
  runHours,
  modelAndToolCosts,
  ...new Set(allEndpoints.map((endpoint) => endpoint.extension).filter((name) => name !== null)),
]
