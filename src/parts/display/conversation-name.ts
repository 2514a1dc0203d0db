/** What a conversation is called: by its number; where the service counts none, by its id. */
export const conversationName = ({ number, id }: { number: number; id: string }): string =>
  Number.isNaN(number) ? id : `#${number}`
