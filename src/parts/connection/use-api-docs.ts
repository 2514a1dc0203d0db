import { useEffect, useState } from 'react'
import { baseUrl } from '#api/connection/connection.ts'
import { useExtension } from '#api/query/me.ts'
import { urlOf } from '#contract/kernel/endpoint.ts'
import { service } from '#contract/service.ts'

/** URL of the service's API reference; null if the service has none, or until its base URL is known. */
export function useApiDocs(): string | null {
  const isOffered = useExtension(service.docs.extension ?? '')
  const [base, setBase] = useState<string | null>(null)
  useEffect(() => {
    // Not reported here: without a base URL every request of the page fails and is reported.
    void baseUrl().then(setBase, () => setBase(null))
  }, [])
  return isOffered && base !== null ? base + urlOf(service.docs, {}) : null
}
