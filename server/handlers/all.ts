/** All handlers of the service. mount.ts refuses to start if one is missing or duplicate. */
import { activityHandlers } from './accounts/activity.ts'
import { adminHandlers } from './service/admin.ts'
import { alertHandlers } from './incidents/alert.ts'
import { apiDocsHandlers } from './api-docs/docs.ts'
import { billingHandlers } from './money/billing.ts'
import { budgetHandlers } from './money/budget.ts'
import { cannedReplyHandlers } from './conversations/canned-reply.ts'
import { channelEventHandlers } from './channels/channel-events.ts'
import { channelHandlers } from './channels/channel.ts'
import { conversationHandlers } from './conversations/conversation.ts'
import { conversationWorkHandlers } from './conversations/conversation-work.ts'
import { contactHandlers } from './conversations/contact.ts'
import { eventHandlers } from './service/event.ts'
import { deliveryHandlers } from './channels/delivery.ts'
import { flowHandlers } from './flows/flow.ts'
import { flowStatusHandlers } from './flows/flow-status.ts'
import { flowVersionHandlers } from './flows/flow-version.ts'
import type { Handler } from '#server/protocol/handler.ts'
import { hookHandlers } from './channels/hook.ts'
import { incidentHandlers } from './incidents/incident.ts'
import { keyHandlers } from './accounts/key.ts'
import { ledgerHandlers } from './money/ledger.ts'
import { meHandlers } from './accounts/me.ts'
import { personHandlers } from './accounts/person.ts'
import { runHandlers } from './flows/run.ts'
import { runBulkHandlers } from './flows/run-bulk.ts'
import { runReasonsHandlers } from './money/run-reasons.ts'
import { sampleHandlers } from './service/sample.ts'
import { serviceHandlers } from './service/service.ts'
import { sessionHandlers } from './accounts/session.ts'
import { setupHandlers } from './accounts/setup.ts'
import { toolHandlers } from './tools/tool.ts'
import { toolTrialHandlers } from './tools/tool-trial.ts'
import { upcomingRunsHandler } from './flows/upcoming-runs.ts'
import { viewHandlers } from './conversations/view.ts'
import { webchatHandlers } from './conversations/webchat.ts'

export const allHandlers: readonly Handler[] = [
  ...meHandlers,
  ...sessionHandlers,
  ...setupHandlers,
  ...personHandlers,
  ...keyHandlers,
  ...activityHandlers,
  ...serviceHandlers,
  ...apiDocsHandlers,
  ...adminHandlers,
  ...sampleHandlers,
  ...flowHandlers,
  ...flowStatusHandlers,
  ...flowVersionHandlers,
  upcomingRunsHandler,
  ...toolHandlers,
  ...toolTrialHandlers,
  ...channelHandlers,
  ...deliveryHandlers,
  ...hookHandlers,
  ...channelEventHandlers,
  ...webchatHandlers,
  ...conversationHandlers,
  ...conversationWorkHandlers,
  ...contactHandlers,
  ...viewHandlers,
  ...cannedReplyHandlers,
  ...billingHandlers,
  ...ledgerHandlers,
  ...budgetHandlers,
  ...incidentHandlers,
  ...alertHandlers,
  ...eventHandlers,
  ...runHandlers,
  ...runBulkHandlers,
  ...runReasonsHandlers,
]
