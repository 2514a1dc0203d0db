/** Requests to one workspace of Windmill. */
import { z } from 'zod'
import { Fault } from '#server/base/fault.ts'
import type { ProductClient, ProductRequest } from '#server/connectors/product-client.ts'
import { Workspaces } from './windmill-schemas.ts'

/** Largest page that Windmill's documents allow. */
const pageSize = 100

export interface Workspace {
  id: string
  /** Its id, if Windmill does not say its name. */
  name: string
}

type Query = NonNullable<ProductRequest['query']>

export class WindmillApi {
  readonly #client: ProductClient
  readonly #scope: string | null
  #workspace: Promise<Workspace> | null = null

  /** `scope`: the workspace in the address; null = the only one of the key. */
  constructor(client: ProductClient, scope: string | null) {
    this.#client = client
    this.#scope = scope
  }

  /** The workspace; throws `not_ready` with the names if the key has several and the address names none. */
  workspace(): Promise<Workspace> {
    this.#workspace ??= this.#find().catch((error: unknown) => {
      this.#workspace = null
      throw error
    })
    return this.#workspace
  }

  async json<S extends z.ZodType>(schema: S, path: string, request?: ProductRequest): Promise<z.output<S>> {
    return this.#client.json(schema, await this.#target(path), request)
  }

  async text(path: string, request?: ProductRequest): Promise<string> {
    return (await this.#client.text(await this.#target(path), request)).trim()
  }

  /** All pages of a list, in Windmill's order. */
  async *pages<T extends z.ZodType>(row: T, path: string, query: Query = {}): AsyncGenerator<z.output<T>[]> {
    const schema = z.array(row)
    for (let page = 1; ; page += 1) {
      const rows = await this.json(schema, path, { query: { ...query, page, per_page: pageSize } })
      yield rows
      if (rows.length < pageSize) return
    }
  }

  async rows<T extends z.ZodType>(row: T, path: string, query: Query = {}): Promise<z.output<T>[]> {
    const rows: z.output<T>[] = []
    for await (const page of this.pages(row, path, query)) rows.push(...page)
    return rows
  }

  async #target(path: string): Promise<string> {
    return `/api/w/${encodeURIComponent((await this.workspace()).id)}${path}`
  }

  async #find(): Promise<Workspace> {
    const scope = this.#scope
    const listed = this.#client.json(Workspaces, '/api/workspaces/users')
    if (scope !== null) {
      // A key for one workspace alone may not read the list.
      const all = await listed.catch(() => null)
      return { id: scope, name: all?.workspaces.find(({ id }) => id === scope)?.name ?? scope }
    }
    const open = (await listed).workspaces.filter(({ disabled }) => disabled !== true)
    const [only, ...others] = open
    if (only === undefined) throw new Fault('permission_denied', 'This token belongs to no workspace of Windmill.')
    if (others.length === 0) return { id: only.id, name: only.name }
    const names = new Intl.ListFormat('en-GB').format(open.map(({ id }) => id))
    throw new Fault(
      'not_ready',
      `This token opens several workspaces of Windmill: ${names}. Add one to API_BASE_URL: ${this.#client.base.origin}/w/${only.id}.`,
    )
  }
}

/** Rows of a list that the key may not read are left out: null. */
export async function ifAllowed<T>(rows: Promise<T>): Promise<T | null> {
  return rows.catch((error: unknown) => {
    if (error instanceof Fault && (error.code === 'permission_denied' || error.code === 'not_found')) return null
    throw error
  })
}
