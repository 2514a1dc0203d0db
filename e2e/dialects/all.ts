/** The six dialects. */
import { bare } from './bare.ts'
import { drf } from './drf.ts'
import { envelope } from './envelope.ts'
import { hostile } from './hostile.ts'
import { minor } from './minor.ts'
import { nested } from './nested.ts'
import type { Stub } from './stub.ts'

export const stubs: readonly Stub[] = [drf, bare, envelope, minor, nested, hostile]
