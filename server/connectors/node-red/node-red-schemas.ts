/** Answers of Node-RED's admin API. Source: nodered.org/docs/api/admin/, and answers recorded from Node-RED 5.0.7. */
import { z } from 'zod'
import type { Json, JsonRecord } from '#lib/json/json.ts'

const AnyJson = z.custom<Json>((value) => value !== undefined)

/** A tab, subflow, group, config node or placed node; all have an id and a type. */
const Item = z.record(z.string(), AnyJson).transform((item, context): JsonRecord => {
  if (typeof item['id'] === 'string' && typeof item['type'] === 'string') return item
  context.addIssue({ code: 'custom', message: 'An item without id or type.' })
  return z.NEVER
})

/** `GET /flows` with `Node-RED-API-Version: v2`. `rev` changes with every deploy. */
export const FlowsFile = z.looseObject({ flows: z.array(Item), rev: z.string() })
export type FlowsFile = z.infer<typeof FlowsFile>

/** `GET /settings`. */
export const Settings = z.looseObject({
  /** Path below which nodes such as "http in" are served; absent if there is none. */
  httpNodeRoot: z.union([z.string(), z.literal(false)]).optional(),
  version: z.string(),
  /** Absent if the instance has no sign-in. */
  user: z
    .looseObject({
      username: z.string().optional(),
      anonymous: z.boolean().optional(),
      permissions: z.union([z.string(), z.array(z.string())]).optional(),
    })
    .optional(),
})
export type Settings = z.infer<typeof Settings>

/** `GET /auth/login`: empty if the instance has no sign-in. */
export const LoginForm = z.looseObject({
  type: z.string(),
  prompts: z.array(z.looseObject({ label: z.string().optional(), url: z.string().optional() })),
})

/** `POST /auth/token`. */
export const Token = z.looseObject({ access_token: z.string() })

/** `GET /nodes`: sets of node types, with the package that they are from. */
export const NodeSets = z.array(
  z.looseObject({
    types: z.array(z.string()),
    module: z.string(),
    version: z.string().optional(),
    enabled: z.boolean().optional(),
  }),
)
export type NodeSets = z.infer<typeof NodeSets>
