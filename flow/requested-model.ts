/**
 * The model that an agent requests: the default one (null = none) replaces an empty name and "standard". Empty if
 * nothing is named and there is no default.
 */
export const requestedModel = (named: string, usual: string | null): string =>
  named === '' || named === 'standard' ? (usual ?? named) : named
