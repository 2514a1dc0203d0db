/** Finds nodes that would expose a secret in a conversation, another run, the time of a wait or to a model. */
import type { Finding, Node } from '#contract/flow.ts'
import { secretInMessage, secretInWait } from './finding-codes.ts'
import { quoted, type FindingCollector } from './findings.ts'
import { namesSecret } from '#flow/secret-references.ts'

interface Exposed {
  /** Config fields whose content is exposed. */
  fields: readonly string[]
  level: Finding['level']
  code: string
  /** Message of the finding; `name` is already quoted. */
  words: (name: string) => string
}

const exposed: Record<string, Exposed> = {
  message: {
    fields: ['text'],
    level: 'error',
    code: secretInMessage,
    words: (name) => `${name} sends a secret. Messages are stored and read by people.`,
  },
  wait: {
    fields: ['seconds', 'until', 'timeout_s'],
    level: 'error',
    code: secretInWait,
    words: (name) => `${name} uses a secret as its wait time, which is stored and visible.`,
  },
  subflow: {
    fields: ['flow', 'input'],
    level: 'warning',
    code: 'secret_in_subflow',
    words: (name) => `${name} passes a secret to another flow, which receives •••• instead.`,
  },
  agent: {
    fields: ['instructions'],
    level: 'warning',
    code: 'secret_in_prompt',
    words: (name) => `${name} passes a secret to its model, which can repeat it in any form.`,
  },
}

export function checkExposedSecrets(nodes: readonly Node[], found: FindingCollector): void {
  for (const { id, type, name, config, disabled } of nodes) {
    const place = Object.hasOwn(exposed, type) ? exposed[type] : undefined
    if (disabled || !place || !place.fields.some((field) => namesSecret(config[field] ?? null))) continue
    found.add(place.level, place.code, place.words(quoted(name || id)), { node: id })
  }
}
