import type { AnyEndpoint } from '#contract/kernel/endpoint.ts'

/** Whether an endpoint answers with a page: its schema has `results`. */
export const isList = ({ returns }: Pick<AnyEndpoint, 'returns'>): boolean =>
  returns !== null &&
  'shape' in returns &&
  typeof returns.shape === 'object' &&
  returns.shape !== null &&
  'results' in returns.shape
