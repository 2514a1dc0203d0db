/** Id of the button "More": what keys choose from stands beside it. */
export const moreButtonId = 'conversation-more'
