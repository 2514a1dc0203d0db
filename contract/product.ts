/** Products behind a connector (docs/connectors.md): what `/me/` and a refused sign-in say about them. */
import { z } from 'zod'

export const productKinds = ['n8n', 'node-red', 'flowise', 'langflow', 'kestra', 'activepieces', 'windmill'] as const
export type ProductKind = (typeof productKinds)[number]

const kind = z.enum(productKinds)

/**
 * URL templates of the product's own pages; `{flow}`, `{node}` and `{run}` stand for encoded ids, in which "~" is
 * written as "/" ("team~orders" is a flow at "team/orders"). Null = no such page.
 */
const ProductLinks = z.object({
  flow: z.string().nullable(),
  node: z.string().nullable(),
  run: z.string().nullable(),
})
export type ProductLinks = z.infer<typeof ProductLinks>

/** The product that answers, in `/me/`. */
export const Product = z.object({
  kind,
  /** Name as its makers write it: "n8n". */
  title: z.string(),
  links: ProductLinks,
  /** Format of its files, as in flow/formats/format-titles.ts; null = it has none that the console reads. */
  file_format: z.string().nullable(),
  /**
   * Ids of endpoints that it cannot serve ("conversation.list", "flow.archive"): of the 13 required ones, and of the
   * extensions in `/me/` that it has in part.
   */
  lacks: z.array(z.string()),
})
export type Product = z.infer<typeof Product>

/** In the body of a 401 from a connector, under `sign_in`: how to get a key. */
export const SignInHelp = z.object({
  kind,
  title: z.string(),
  /** What is typed: "API key", "User and password as user:password". */
  label: z.string(),
  /** Steps to a key, in order. */
  steps: z.array(z.string()),
  /** The product's page with its keys; null if it has none. */
  url: z.string().nullable(),
})
export type SignInHelp = z.infer<typeof SignInHelp>
