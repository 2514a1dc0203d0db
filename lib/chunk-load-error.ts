/** Failed dynamic imports: a lazily loaded chunk that could not be fetched. */

/** Vite and each browser word this error differently. */
export const isMissingPart = (problem: unknown): boolean =>
  problem instanceof Error &&
  /dynamically imported module|importing a module script|module script failed|unable to preload/i.test(problem.message)

export const missingPartMeaning =
  'The service cannot be reached, or the console was updated while this page was open. Reload the page once the service responds.'
