/** All suites; those that may crash the service come last. */
import { authorization } from './authorization.ts'
import { canaries } from './canaries.ts'
import { doubleSubmits } from './double-submits.ts'
import { eventStreams } from './event-streams.ts'
import { fuzz } from './fuzz.ts'
import { imports } from './imports.ts'
import { isolation } from './isolation.ts'
import { lostUpdates } from './lost-updates.ts'
import { slowClients } from './slow-clients.ts'
import { ssrf } from './ssrf.ts'
import type { Suite } from './suite.ts'

export const suites: readonly Suite[] = [
  isolation,
  authorization,
  fuzz,
  doubleSubmits,
  lostUpdates,
  ssrf,
  canaries,
  eventStreams,
  slowClients,
  imports,
]
