/** A part of the page that is fetched when it is needed, and did not come. */

/** Vite and the browsers say it each in their own words. */
export const isMissingPart = (problem: unknown): boolean =>
  problem instanceof Error &&
  /dynamically imported module|importing a module script|module script failed|unable to preload/i.test(problem.message)

/** What it means, and what to do. */
export const missingPartMeaning =
  'The service cannot be reached, or the console was updated while this page was open. Reload the page once the service responds.'
