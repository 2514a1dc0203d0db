/** The address of a request, from its endpoint and input. */
import { EmptyPathParameterError, urlOf, type AnyEndpoint, type Input } from '#contract/kernel/kernel.ts'
import { withoutId } from './request-errors.ts'

/** Path and query. Throws ApiError where an id that it needs is empty: of rows whose id could not be read. */
export function requestAddressOf<E extends AnyEndpoint>(endpoint: E, input: Input<E>): string {
  try {
    return urlOf(endpoint, input)
  } catch (problem) {
    if (!(problem instanceof EmptyPathParameterError)) throw problem
    throw withoutId(endpoint)
  }
}
