/** Every handler of the service. mount.ts refuses to start where one is missing or there are two. */
import { activityHandlers } from './activity.ts'
import { adminHandlers } from './admin.ts'
import { billingHandlers } from './billing.ts'
import { budgetHandlers } from './budget.ts'
import { channelEventHandlers } from './channel-events.ts'
import { channelHandlers } from './channel.ts'
import { channelHistoryHandlers } from './channel-history.ts'
import { conversationHandlers } from './conversation.ts'
import { conversationWorkHandlers } from './conversation-work.ts'
import { contactHandlers } from './contact.ts'
import { eventHandlers } from './event.ts'
import { deliveryHandlers } from './delivery.ts'
import { flowHandlers } from './flow.ts'
import { flowLifeHandlers } from './flow-life.ts'
import type { Handler } from './handler.ts'
import { hookHandlers } from './hook.ts'
import { keyHandlers } from './key.ts'
import { ledgerHandlers } from './ledger.ts'
import { meHandlers } from './me.ts'
import { personHandlers } from './person.ts'
import { runHandlers } from './run.ts'
import { sampleHandlers } from './sample.ts'
import { serviceHandlers } from './service.ts'
import { sessionHandlers } from './session.ts'
import { setupHandlers } from './setup.ts'
import { toolHandlers } from './tool.ts'
import { toolTrialHandlers } from './tool-trial.ts'
import { toolVersionHandlers } from './tool-version.ts'
import { viewHandlers } from './view.ts'
import { webchatHandlers } from './webchat.ts'

export const allHandlers: readonly Handler[] = [
  ...meHandlers,
  ...sessionHandlers,
  ...setupHandlers,
  ...personHandlers,
  ...keyHandlers,
  ...activityHandlers,
  ...serviceHandlers,
  ...adminHandlers,
  ...sampleHandlers,
  ...flowHandlers,
  ...flowLifeHandlers,
  ...toolHandlers,
  ...toolTrialHandlers,
  ...toolVersionHandlers,
  ...channelHandlers,
  ...channelHistoryHandlers,
  ...deliveryHandlers,
  ...hookHandlers,
  ...channelEventHandlers,
  ...webchatHandlers,
  ...conversationHandlers,
  ...conversationWorkHandlers,
  ...contactHandlers,
  ...viewHandlers,
  ...billingHandlers,
  ...ledgerHandlers,
  ...budgetHandlers,
  ...eventHandlers,
  ...runHandlers,
]
