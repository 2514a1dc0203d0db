/** Checks the URL of an API call before it is rendered. */

/** Error in a URL template, as a sentence; null if it is valid. */
export function urlProblem(template: string): string | null {
  if (template.trim() === '') return 'The URL is missing.'
  if (template.includes('{%')) return 'URLs support {{ … }} but not {% … %}.'
  if (!template.startsWith('{{') && !/^https?:\/\//i.test(template))
    return 'Use a URL that begins with https:// or http://.'
  return null
}
