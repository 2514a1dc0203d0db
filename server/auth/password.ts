/** Password hashing: scrypt (RFC 7914) from Node, in its thread pool. The parameters are stored with the hash. */
import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto'

/** 16 MB and five passes: OWASP's low-memory setting, about 150 ms of one core. */
const cost = { N: 16_384, r: 8, p: 5 }
const hashBytes = 32
const saltBytes = 16

const derive = (password: string, salt: Buffer, { N, r, p }: typeof cost): Promise<Buffer> =>
  new Promise((done, fail) => {
    // scrypt needs 128 · N · r bytes; Node's default limit is 32 MB.
    scrypt(password.normalize('NFKC'), salt, hashBytes, { N, r, p, maxmem: 256 * N * r }, (error, key) =>
      error ? fail(error) : done(key),
    )
  })

/** "scrypt$16384$8$5$salt$hash". Tests that sign in hundreds of times pass a lower cost. */
export async function hashPassword(password: string, { N, r, p } = cost): Promise<string> {
  const salt = randomBytes(saltBytes)
  const hash = await derive(password, salt, { N, r, p })
  return ['scrypt', N, r, p, salt.toString('base64url'), hash.toString('base64url')].join('$')
}

/** False for a wrong password and for text that is not a scrypt hash. */
export async function verifyPassword(hash: string, password: string): Promise<boolean> {
  const [kind, N, r, p, salt, wanted] = hash.split('$')
  if (kind !== 'scrypt' || salt === undefined || wanted === undefined) return false
  const found = await derive(password, Buffer.from(salt, 'base64url'), { N: Number(N), r: Number(r), p: Number(p) })
  return timingSafeEqual(found, Buffer.from(wanted, 'base64url'))
}
