import { useEffect, useState } from 'react'
import { baseUrl } from '#api/connection/connection.ts'
import { useExtension } from '#api/query/me.ts'
import { urlOf } from '#contract/kernel/endpoint.ts'
import { service } from '#contract/service.ts'

/** The address of the API reference of the service; null where it has none, or its base URL is not known yet. */
export function useApiDocs(): string | null {
  const isOffered = useExtension(service.docs.extension ?? '')
  const [base, setBase] = useState<string | null>(null)
  useEffect(() => {
    // A base URL that cannot be found is reported where it is needed: on the page, nothing loads then.
    void baseUrl().then(setBase, () => setBase(null))
  }, [])
  return isOffered && base !== null ? base + urlOf(service.docs, {}) : null
}
