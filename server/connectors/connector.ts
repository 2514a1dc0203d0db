/**
 * What a connector is: it translates the API of a product (n8n, Node-RED, …) into the contract, so that the console sees
 * a plain service. One folder a product; the product's row is in products.ts. Source: docs/connectors.md.
 */
import type { AnyEndpoint, Parsed, ResponseBody } from '#contract/kernel/endpoint.ts'
import type { FilterPart } from '#contract/filter/filter.ts'
import type { ProductKind, ProductLinks, SignInHelp } from '#contract/product.ts'
import type { FormatId } from '#flow/formats/format-titles.ts'
import type { Prices } from '#server/base/prices.ts'
import type { Expected } from '#server/protocol/version-check.ts'
import type { ProductClient } from './product-client.ts'

/** A validated request of the console. */
export interface Question<E extends AnyEndpoint = AnyEndpoint> extends Parsed<E> {
  /** All parts must match; empty if the endpoint has no filters. */
  filter: readonly FilterPart[]
  /** Versions that a write expects; null = any. */
  expected: Expected
}

/**
 * What a product knows of an object of the contract. A field that it does not know is left out, never invented: the
 * console shows a dash for it.
 */
export type Known<T> = T extends readonly (infer One)[]
  ? Known<One>[]
  : T extends object
    ? { [K in keyof T]?: Known<T[K]> | undefined }
    : T

/** A file as the product itself would export it. */
export class FileAnswer {
  readonly text: string
  /** File name with its ending. */
  readonly name: string
  readonly type: 'application/json' | 'application/yaml'
  constructor(text: string, name: string, type: FileAnswer['type'] = 'application/json') {
    this.text = text
    this.name = name
    this.type = type
  }
}

type Answered<E extends AnyEndpoint> = Known<ResponseBody<E>> | FileAnswer

/** An endpoint of the contract with the function that answers it. */
export interface ConnectorHandler {
  endpoint: AnyEndpoint
  handle(question: Question): Promise<unknown>
}

/** Pairs an endpoint with the function that answers it. */
export function answer<E extends AnyEndpoint>(
  endpoint: E,
  handle: (question: Question<E>) => Promise<Answered<E>>,
): ConnectorHandler {
  const typed: { endpoint: AnyEndpoint; handle(question: Question<E>): Promise<unknown> } = { endpoint, handle }
  return typed
}

/** Who a key belongs to, as far as the product says. */
export interface ProductCaller {
  /** Version of the product; null = it does not say. */
  version: string | null
  person: { id: string; name: string; email?: string } | null
  /** Name of the workspace, project or instance. */
  account: string
  /** False if the key can only read; true if the product does not say. */
  canWrite: boolean
}

/** Where a product is, and the part of it that the console shows. */
export interface ProductAddress {
  base: URL
  /** Tenant, project or workspace, as the product's API names it; null = the address names none. */
  scope: string | null
}

/** A product as one key sees it. Kept in memory for the time in which the key is used. */
export interface Connection {
  /** Asks the product who the key belongs to; throws `not_authenticated` if it refuses the key. */
  caller(): Promise<ProductCaller>
  links: ProductLinks
  handlers: readonly ConnectorHandler[]
}

export interface ConnectionOptions {
  client: ProductClient
  /** See `ProductAddress`. */
  scope: string | null
  /** Address of the product as browsers reach it, for links; without a trailing slash. */
  publicBase: string
  prices: Prices
  /** Currency of the prices. */
  currency: string
  /** The key as the person typed it, for products that exchange it; null = none. The client sends `headersFor` it. */
  key: string | null
  now: () => Date
}

/** The address of a product, split by its own rule. */
export const addressOf = (product: ProductConnector, address: URL): ProductAddress =>
  product.addressOf?.(address) ?? { base: address, scope: null }

/** A product that the console can stand in front of. */
export interface ProductConnector {
  kind: ProductKind
  /** Name as its makers write it. */
  title: string
  /** Versions whose answers the connector was written for: "2.30". */
  version: string
  /** Format of its files; null = the console has no reader for it. */
  format: FormatId | null
  /**
   * How a person gets a key; null = the product can be used without one. `path` = its page with the keys. `isOptional`:
   * some instances need no key, so a request without one is tried.
   */
  signIn: (Pick<SignInHelp, 'label' | 'steps'> & { path: string | null; isOptional?: boolean }) | null
  /** Splits an address that may end with a tenant or project; absent = the whole address is the product's. */
  addressOf?(address: URL): ProductAddress
  /** Request headers that sign in with a key as the person typed it. */
  headersFor(key: string): Record<string, string>
  /** Whether this product answers at the client's address. Asked without a key; never throws. */
  isHere(client: ProductClient): Promise<boolean>
  connect(options: ConnectionOptions): Connection
}
