/** Finds out which product answers at an address, without a key. */
import { makeProductClient, type ProductAgent } from './product-client.ts'
import { addressOf, type ProductConnector } from './connector.ts'
import { products } from './products.ts'

export interface FoundProduct {
  /** Null = none of the known ones. */
  product: ProductConnector | null
  /** False if nothing answered at all. */
  isSure: boolean
}

/** Asks for every known product at the same time; each recognises answers that only it gives. */
export async function findProduct(base: URL, agent: ProductAgent, agentName: string): Promise<FoundProduct> {
  const headers = { 'user-agent': agentName }
  const clientFor = (product: ProductConnector) =>
    makeProductClient({ title: product.title, base: addressOf(product, base).base, agent, headers })
  const answers = makeProductClient({ title: '', base, agent, headers })
    .ask('/')
    .then(
      () => true,
      () => false,
    )
  const found = await Promise.all(products.map(async (one) => ((await one.isHere(clientFor(one))) ? one : null)))
  const product = found.find((one) => one !== null) ?? null
  return { product, isSure: product !== null || (await answers) }
}
