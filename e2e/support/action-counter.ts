/** Counts what a person does on a journey: each click, choice or text is one action. */
export class ActionCounter {
  count = 0

  /** Awaits one action. */
  act = async (action: Promise<unknown>): Promise<void> => {
    this.count += 1
    await action
  }
}
