import type { AnyEndpoint } from '#contract/kernel/endpoint.ts'

/** Whether an endpoint returns a page of a list: its schema has `results`. */
export const isList = ({ returns }: Pick<AnyEndpoint, 'returns'>): boolean =>
  returns !== null &&
  'shape' in returns &&
  typeof returns.shape === 'object' &&
  returns.shape !== null &&
  'results' in returns.shape
