/** Finds out which product answers at an address, without a key. */
import { makeProductClient, type ProductAgent } from './product-client.ts'
import type { ProductConnector } from './connector.ts'
import { products } from './products.ts'

export interface FoundProduct {
  /** Null = none of the known ones. */
  product: ProductConnector | null
  /** False if nothing answered at all. */
  isSure: boolean
}

/** Asks for every known product at the same time; each recognises answers that only it gives. */
export async function findProduct(base: URL, agent: ProductAgent, agentName: string): Promise<FoundProduct> {
  const clientFor = (title: string) => makeProductClient({ title, base, agent, headers: { 'user-agent': agentName } })
  const answers = clientFor('')
    .ask('/')
    .then(
      () => true,
      () => false,
    )
  const found = await Promise.all(products.map(async (one) => ((await one.isHere(clientFor(one.title))) ? one : null)))
  const product = found.find((one) => one !== null) ?? null
  return { product, isSure: product !== null || (await answers) }
}
