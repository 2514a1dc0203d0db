/** Address of Kestra with its tenant. Pure. */
import { basePath } from '#server/base/proxy-settings.ts'
import type { ProductAddress } from '#server/connectors/connector.ts'

/** The only tenant of the open source edition. */
export const defaultTenant = 'main'

/**
 * Splits an address such as "https://kestra.example.com/acme", also as copied from a page (".../ui/acme") or the API
 * (".../api/v1/acme"). A context path needs its tenant: ".../kestra/main".
 */
export function kestraAddress(address: URL): ProductAddress {
  const [, prefix = '', tenant = null] = /^(.*?)(?:\/(?:api\/v1|ui))?(?:\/([^/]+))?$/.exec(basePath(address)) ?? []
  const base = new URL(address)
  base.pathname = prefix
  return { base, scope: tenant === null ? null : decodeURIComponent(tenant) }
}
