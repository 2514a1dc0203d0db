/** Types of the triggers that start flows of Windmill. Its flows do not contain their triggers. Pure. */
import { idOfPath } from './windmill-ids.ts'
import type { HttpTrigger, Schedule } from './windmill-schemas.ts'

interface TriggerTypes {
  trigger_types: string[]
}

/** The types by the id of the flow: those that are enabled. Null lists could not be read. */
export class TriggerTypesByFlow {
  readonly #types = new Map<string, Set<string>>()
  readonly #isComplete: boolean

  constructor(schedules: readonly Schedule[] | null, httpTriggers: readonly HttpTrigger[] | null) {
    this.#isComplete = schedules !== null && httpTriggers !== null
    for (const { script_path: path, enabled } of schedules ?? []) if (enabled) this.#add(path, 'schedule')
    for (const { script_path: path, mode } of httpTriggers ?? [])
      if (mode === undefined || mode === 'enabled') this.#add(path, 'webhook')
  }

  /** Nothing if the key may not read all triggers. */
  get(flow: string): Partial<TriggerTypes> {
    return this.#isComplete ? { trigger_types: [...(this.#types.get(flow) ?? [])].toSorted() } : {}
  }

  #add(path: string, type: string): void {
    const id = idOfPath(path)
    const types = this.#types.get(id) ?? new Set()
    this.#types.set(id, types.add(type))
  }
}

export const triggerTypesOf = ({
  schedules,
  httpTriggers,
}: {
  schedules: readonly Schedule[] | null
  httpTriggers: readonly HttpTrigger[] | null
}): TriggerTypesByFlow => new TriggerTypesByFlow(schedules, httpTriggers)
