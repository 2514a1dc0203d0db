/** Address of Activepieces with its project. Pure. */
import { basePath } from '#server/base/proxy-settings.ts'
import type { ProductAddress } from '#server/connectors/connector.ts'

/** Splits an address such as "https://pieces.example.com/projects/abc", also as copied from a page below it. */
export function activepiecesAddress(address: URL): ProductAddress {
  const [, prefix = '', project = null] = /^(.*?)(?:\/projects\/([^/]+)(?:\/.*)?)?$/.exec(basePath(address)) ?? []
  const base = new URL(address)
  base.pathname = prefix
  return { base, scope: project === null ? null : decodeURIComponent(project) }
}
