/** Address of Windmill with its workspace. Pure. */
import { basePath } from '#server/base/proxy-settings.ts'
import type { ProductAddress } from '#server/connectors/connector.ts'

/** Splits an address such as "https://windmill.example.com/w/shop", also as the API has it (".../api/w/shop"). */
export function windmillAddress(address: URL): ProductAddress {
  const [, prefix = '', workspace = null] = /^(.*?)(?:\/api)?(?:\/w\/([^/]+))?$/.exec(basePath(address)) ?? []
  const base = new URL(address)
  base.pathname = prefix
  return { base, scope: workspace === null ? null : decodeURIComponent(workspace) }
}
