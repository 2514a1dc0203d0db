/**
 * Requests to the service behind the console: translated if a product answers there, else forwarded unchanged. Which
 * one it is, is found out with the first request, because the service may start after the console.
 */
import type { ProductKind } from '#contract/product.ts'
import type { Prices } from '#server/base/prices.ts'
import { displayBase } from '#server/base/proxy-settings.ts'
import { makeForwarder, type ForwardOptions, type Forwarder } from '#server/proxy/forward.ts'
import { makeConnectorServer } from './connector-server.ts'
import type { ProductConnector } from './connector.ts'
import { findProduct, type FoundProduct } from './find-product.ts'
import { makeProductAgent } from './product-client.ts'
import { products } from './products.ts'

export interface GateOptions extends ForwardOptions {
  /** The product, or "none" for a service with the contract's API; null = found out. */
  kind: ProductKind | 'none' | null
  /** Key for requests without one; null = people sign in with their own. */
  apiKey: string | null
  /** Address of the product as browsers reach it; null = `base`. */
  publicBase: URL | null
  prices: Prices
  currency: string
  /** ms of silence after which a product counts as failed; absent = as in product-client.ts. */
  silence?: number
  now?: () => Date
}

export interface Gate extends Forwarder {
  /** What answers at the address, in words. */
  describe(): Promise<string>
}

/** A forwarder that translates where it has to. */
export function makeGate(options: GateOptions): Gate {
  const { base, kind, apiKey, publicBase, prices, currency, agentName, publicUrl, prefix = '', silence, now } = options
  const agent = makeProductAgent(silence)

  const forwarderFor = (product: ProductConnector | null): Forwarder =>
    product === null
      ? makeForwarder(options)
      : makeConnectorServer({
          product,
          base,
          agent,
          publicBase: displayBase(publicBase ?? base),
          apiKey,
          prices,
          currency,
          agentName,
          publicUrl,
          prefix,
          ...(now ? { now } : {}),
        })

  let chosen: Forwarder | null = null
  if (kind !== null) chosen = forwarderFor(products.find((one) => one.kind === kind) ?? null)
  let finding: Promise<{ found: FoundProduct; forwarder: Forwarder }> | null = null

  const find = async () => {
    const found = await findProduct(base, agent, agentName)
    const forwarder = forwarderFor(found.product)
    // A service that did not answer may be starting: asked again with the next request.
    if (found.isSure) chosen = forwarder
    return { found, forwarder }
  }
  const findOnce = () =>
    (finding ??= find().finally(() => {
      finding = null
    }))

  return {
    forward: async (request, response) => {
      if (chosen) return chosen.forward(request, response)
      return (await findOnce()).forwarder.forward(request, response)
    },
    describe: async () => {
      if (kind !== null) return kind === 'none' ? 'a service with the API of this console' : kind
      const { product, isSure } = (await findOnce()).found
      if (!isSure) return 'nothing yet; the next request asks again'
      return product?.title ?? 'a service that is none of the products in docs/connectors.md'
    },
    close: () => {
      chosen?.close()
      agent.close()
    },
  }
}
