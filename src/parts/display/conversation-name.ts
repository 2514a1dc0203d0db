/** Display name of a conversation: its number, or its id if the service has no numbers. */
export const conversationName = ({ number, id }: { number: number; id: string }): string =>
  Number.isNaN(number) ? id : `#${number}`
