/** Endpoints with valid paths and bodies, from the objects of an account. */
import { allEndpoints } from '#contract/api.ts'
import type { AnyEndpoint } from '#contract/kernel/endpoint.ts'
import { pathOf } from '#test/service/support/contract-check.ts'
import { idOf } from '#test/service/support/valid-bodies.ts'
import type { AccountObjects } from './accounts.ts'

/** Only a webhook has deliveries and a signing secret; the other endpoints of channels are tried with the web chat. */
const webhookEndpoints = new Set(['channel.replay', 'channel.deliveries', 'channel.rotate'])

/** The path of an endpoint, with ids and tokens of an account. */
export function pathAbout(endpoint: AnyEndpoint, of: AccountObjects): string {
  const id = webhookEndpoints.has(endpoint.id) ? of.webhookChannel : idOf(endpoint, of.objects)
  const token = endpoint.noun === 'hook' ? of.webhookToken : of.chatToken
  const path = pathOf(endpoint, { id, delivery: of.delivery, token, command: 'account' })
  return endpoint.id === 'channel.hours' ? `${path}?channel=${id}` : path
}

/** An id in the form of real ids that no object has. */
const nonexistentId = (id: string): string =>
  `${id.slice(0, id.indexOf('_') + 1)}${'0'.repeat(Math.max(1, id.length - 8))}none`

/** Objects that exist in no account. */
export function nonexistentObjects(of: AccountObjects): AccountObjects {
  const { objects } = of
  return {
    objects: {
      flow: nonexistentId(objects.flow),
      deleted_flow: nonexistentId(objects.deleted_flow),
      tool: nonexistentId(objects.tool),
      channel: nonexistentId(objects.channel),
      conversation: nonexistentId(objects.conversation),
      run: nonexistentId(objects.run),
      bulk: nonexistentId(objects.bulk),
      person: nonexistentId(objects.person),
      key: nonexistentId(objects.key),
      contact: nonexistentId(objects.contact),
      budget: nonexistentId(objects.budget),
      view: nonexistentId(objects.view),
      incident: nonexistentId(objects.incident),
      alert: nonexistentId(objects.alert),
      canned_reply: nonexistentId(objects.canned_reply),
    },
    webhookFlow: nonexistentId(of.webhookFlow),
    webhookChannel: nonexistentId(of.webhookChannel),
    delivery: nonexistentId(of.delivery),
    webhookToken: 'n'.repeat(of.webhookToken.length),
    chatToken: 'n'.repeat(of.chatToken.length),
    visitor: 'n'.repeat(of.visitor.length),
    undoToken: nonexistentId(of.undoToken),
    markers: [],
  }
}

export const isWrite = ({ method }: AnyEndpoint): boolean => method !== 'GET'

/** Endpoints that require access to an account. */
export const accountEndpoints: readonly AnyEndpoint[] = allEndpoints.filter(({ access }) =>
  ['read', 'write', 'owner'].includes(access),
)

/** A response without the parts that differ between requests. */
export function comparable(status: number, text: string, sent: readonly string[]): string {
  const plain = sent.reduce((rest, id) => rest.replaceAll(id, 'SENT'), text)
  return `${status} ${plain.replaceAll(/"request_id":"[^"]*"/g, '"request_id":""')}`
}
