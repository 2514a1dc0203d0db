/**
 * Destination of traces, from the standard OpenTelemetry settings. Source: OpenTelemetry, "OTLP Exporter
 * Configuration".
 */

export interface Telemetry {
  /** URL for spans: the endpoint with "/v1/traces". */
  url: URL
  /** Headers of each request, which identify us to the collector. */
  headers: Record<string, string>
  /** `service.name`. */
  service: string
}

/** Parses a base URL, to which the signal's path is added; or an error message. */
export function readEndpoint(text: string): URL | string {
  const url = URL.canParse(text) ? new URL(text) : null
  if (!url || !/^https?:$/.test(url.protocol)) return 'Use the base URL of a collector, like http://127.0.0.1:4318.'
  if (url.username !== '' || url.search !== '' || url.hash !== '')
    return 'Use a URL without name, password or query. Put credentials into OTEL_EXPORTER_OTLP_HEADERS.'
  return new URL(`${url.pathname.replace(/\/$/, '')}/v1/traces`, url)
}

/** Parses "name=value,other=value", with percent-encoded values; or an error message. */
export function readHeaders(text: string): Record<string, string> | string {
  const headers: Record<string, string> = {}
  for (const part of text.split(',')) {
    const [, name = '', value = ''] = /^\s*([\w!#$%&'*+.^`|~-]+)\s*=\s*(.*?)\s*$/.exec(part) ?? []
    const plain = unescaped(value)
    if (name === '' || plain === null) return 'Use name=value pairs separated by commas.'
    headers[name.toLowerCase()] = plain
  }
  return headers
}

function unescaped(value: string): string | null {
  try {
    const plain = decodeURIComponent(value)
    return /^[\x20-\x7e]*$/.test(plain) ? plain : null
  } catch {
    return null
  }
}
