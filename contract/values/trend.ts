/** Number of values of a trend: those of a failure's reason, and of an incident. */
export const trendLength = 14
