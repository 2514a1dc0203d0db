/** The one time zone of the console: that of the browser. It stands at the foot of the navigation. */
export const zone = Intl.DateTimeFormat().resolvedOptions().timeZone
