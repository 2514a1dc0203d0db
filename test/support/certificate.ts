/**
 * Certificates for tests, encoded byte by byte (X.509 v3, RFC 5280; DER): Node creates keys and signatures, but no
 * certificates. ECDSA on P-256 with SHA-256.
 */
import { createPrivateKey, generateKeyPairSync, randomBytes, sign, type KeyObject } from 'node:crypto'

export interface Certificate {
  /** Certificate in PEM. */
  cert: string
  key: string
}

interface CertificateOptions {
  name: string
  /** DNS names and IPv4 addresses for which the certificate is valid. */
  hosts?: readonly string[]
  from?: Date
  to?: Date
  /** Whether the certificate may sign others. */
  isAuthority?: boolean
  /** The issuer; self-signed by default. */
  by?: Certificate & { name: string }
}

const item = (tag: number, ...parts: readonly Buffer[]): Buffer => {
  const content = Buffer.concat(parts)
  const { length } = content
  const head =
    length < 128 ? [tag, length] : length < 256 ? [tag, 0x81, length] : [tag, 0x82, length >> 8, length & 255]
  return Buffer.concat([Buffer.from(head), content])
}
const sequence = (...parts: readonly Buffer[]) => item(0x30, ...parts)
const octets = (...parts: readonly Buffer[]) => item(0x04, ...parts)
const bits = (content: Buffer) => item(0x03, Buffer.from([0]), content)
const id = (hex: string) => item(0x06, Buffer.from(hex, 'hex'))
const isTrue = item(0x01, Buffer.from([0xff]))
const time = (date: Date) => item(0x18, Buffer.from(`${date.toISOString().replaceAll(/[-:T]|\..*/g, '')}Z`))

const ecdsaWithSha256 = sequence(id('2a8648ce3d040302'))
const commonName = (name: string) => sequence(item(0x31, sequence(id('550403'), item(0x0c, Buffer.from(name)))))
const asPem = (der: Buffer) => {
  const lines = der.toString('base64').match(/.{1,64}/g) ?? []
  return ['-----BEGIN CERTIFICATE-----', ...lines, '-----END CERTIFICATE-----', ''].join('\n')
}

const isAddress = (host: string) => /^\d+(\.\d+){3}$/.test(host)
const hostName = (host: string) =>
  isAddress(host) ? item(0x87, Buffer.from(host.split('.').map(Number))) : item(0x82, Buffer.from(host))

const day = 86_400_000

/** Creates a certificate with a new key, valid by default from a day ago until a day ahead. */
export function makeCertificate({
  name,
  hosts = [],
  from = new Date(Date.now() - day),
  to = new Date(Date.now() + day),
  isAuthority = false,
  by,
}: CertificateOptions): Certificate & { name: string } {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const signer: KeyObject = by ? createPrivateKey(by.key) : privateKey
  const extensions = [
    sequence(id('551d13'), isTrue, octets(sequence(...(isAuthority ? [isTrue] : [])))),
    ...(hosts.length > 0 ? [sequence(id('551d11'), octets(sequence(...hosts.map(hostName))))] : []),
  ]
  const content = sequence(
    item(0xa0, item(0x02, Buffer.from([2]))),
    item(0x02, Buffer.concat([Buffer.from([1]), randomBytes(8)])),
    ecdsaWithSha256,
    commonName(by?.name ?? name),
    sequence(time(from), time(to)),
    commonName(name),
    publicKey.export({ type: 'spki', format: 'der' }),
    item(0xa3, sequence(...extensions)),
  )
  const cert = asPem(sequence(content, ecdsaWithSha256, bits(sign('sha256', content, signer))))
  return { name, cert, key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString() }
}
