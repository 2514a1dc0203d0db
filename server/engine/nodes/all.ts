/** All executable node types. */
import type { NodeRunner } from '#server/engine/node.ts'
import { agent } from './agent.ts'
import { api } from './api.ts'
import { code } from './code.ts'
import { condition } from './condition.ts'
import { message } from './message.ts'
import { subflow } from './subflow.ts'
import { transform } from './transform.ts'
import { trigger } from './trigger.ts'
import { wait } from './wait.ts'

const runners: readonly NodeRunner[] = [trigger, api, agent, transform, condition, code, message, wait, subflow]

export const allRunners: ReadonlyMap<string, NodeRunner> = new Map(runners.map((runner) => [runner.type, runner]))
