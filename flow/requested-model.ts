/**
 * The model that an agent asks by what it names: the usual one (null = none is set) stands in where it names none, or "standard".
 * Empty where nobody names one.
 */
export const requestedModel = (named: string, usual: string | null): string =>
  named === '' || named === 'standard' ? (usual ?? named) : named
