/** The one-time code in a URL: `#code=…`, `?code=…`, or only the fragment (`#K7-M4-2Q`). Empty if there is none. */
export function codeIn(search: string, hash: string): string {
  const fragment = hash.replace(/^#/, '')
  const named = new URLSearchParams(fragment).get('code') ?? new URLSearchParams(search).get('code')
  return named ?? (/^[\w-]{4,100}$/.test(fragment) ? fragment : '')
}
