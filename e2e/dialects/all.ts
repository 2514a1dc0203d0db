/** All dialects. */
import { bare } from './bare.ts'
import { drf } from './drf.ts'
import { envelope } from './envelope.ts'
import { framed } from './framed.ts'
import { graphLike } from './graph-like.ts'
import { hostile } from './hostile.ts'
import { jsonApi } from './json-api.ts'
import { linked } from './linked.ts'
import { loose } from './loose.ts'
import { minor } from './minor.ts'
import { nested } from './nested.ts'
import { proto } from './proto.ts'
import type { Stub } from './stub.ts'

/** Dialects with writes: browser tests run against all of them. */
export const stubs: readonly Stub[] = [drf, bare, envelope, minor, nested, hostile]

/** Read-only dialects, tested without a browser. */
export const readStubs: readonly Stub[] = [loose, proto, framed, jsonApi, graphLike, linked]
