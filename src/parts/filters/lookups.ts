/** Lookups for the objects in rules. That of people requires the extension `people`. */
import { call } from '#api/request/client.ts'
import { person } from '#contract/person.ts'
import { run } from '#contract/billing.ts'
import { channel } from '#contract/channel.ts'
import { conversation } from '#contract/conversation.ts'
import type { FilterParams } from '#contract/kernel/endpoint.ts'
import { flow } from '#contract/flow.ts'
import { maxLimit } from '#contract/kernel/page.ts'
import { tool } from '#contract/tool.ts'
import { filterOptions, valueOfId } from '#ui/overlays/picker-options.ts'
import type { Lookup, Lookups } from './lookup-names.ts'

/** Maximum number of results: users type instead of scrolling. */
const limit = 20

const flows: Lookup = {
  search: async (search, signal) =>
    (await call(flow.list, { search, limit }, { signal })).results.map(({ id, name }) => ({
      value: valueOfId(id),
      label: name,
    })),
  // Reads the name from a run, which is small; a flow may have megabytes.
  name: async (id, signal) => {
    const { results } = await call(run.list, { filters: { flow: id }, limit: 1 }, { signal })
    return results[0]?.flow.name ?? (await call(flow.read, { id }, { signal })).name
  },
}

const channels: Lookup = {
  search: async (search, signal) =>
    (await call(channel.list, { search, limit }, { signal })).results.map(({ id, name, identifier }) => ({
      value: valueOfId(id),
      label: name,
      note: identifier ?? '',
    })),
  name: async (id, signal) =>
    (await call(channel.list, { limit: maxLimit }, { signal })).results.find((one) => one.id === id)?.name ?? null,
}

const tools: Lookup = {
  search: async (search, signal) =>
    (await call(tool.list, { search, limit }, { signal })).results.map(({ id, name, key }) => ({
      value: valueOfId(id),
      label: name,
      note: key,
    })),
  name: async (id, signal) =>
    (await call(tool.list, { limit: maxLimit }, { signal })).results.find((one) => one.id === id)?.name ?? null,
}

const people: Lookup = {
  search: async (text, signal) =>
    filterOptions(
      (await call(person.list, { limit: maxLimit }, { signal })).results.map(({ id, name, email }) => ({
        value: valueOfId(id),
        label: name,
        note: email,
      })),
      text,
    ),
  name: async (id, signal) =>
    (await call(person.list, { limit: maxLimit }, { signal })).results.find((one) => one.id === id)?.name ?? null,
}

/** Distinct contacts of the conversations that match a filter. */
async function contactsOf(filters: FilterParams, signal: AbortSignal) {
  const { results } = await call(conversation.list, { filters, limit: maxLimit }, { signal })
  return [...new Map(results.map((one) => [one.contact.id, one.contact])).values()].slice(0, limit)
}

const contacts: Lookup = {
  search: async (text, signal) =>
    (await contactsOf({ contact__name__icontains: text }, signal)).map(({ id, name, email, phone }) => ({
      value: valueOfId(id),
      label: name,
      note: email ?? phone ?? '',
    })),
  name: async (id, signal) => (await contactsOf({ contact: id }, signal))[0]?.name ?? null,
}

const numberPattern = /^#?(\d{1,15})$/

const conversations: Lookup = {
  search: async (text, signal) => {
    const number = numberPattern.exec(text.trim())?.[1]
    const filters = number === undefined ? { q: text } : { number }
    const { results } = await call(conversation.list, { filters, limit }, { signal })
    return results.map((one) => ({
      value: valueOfId(one.id),
      label: `#${one.number}`,
      note: one.subject || one.contact.name,
    }))
  },
  name: async (id, signal) => `#${(await call(conversation.read, { id }, { signal })).number}`,
}

/** Lookups for filters on conversations and on runs. */
export const lookups: Lookups = {
  flow: flows,
  channel: channels,
  tool: tools,
  assignee: people,
  contact: contacts,
  conversation: conversations,
}
