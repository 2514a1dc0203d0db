/** Counts what a person does on a page: presses of a mouse button and of keys. */
import type { Page } from '@playwright/test'

const counter = 'testActions'

/** Starts at 0; returns the number of actions since then. Survives navigation within the console, but no reload. */
export async function countActions(page: Page): Promise<() => Promise<number>> {
  await page.evaluate((name) => {
    Reflect.set(window, name, 0)
    const add = ({ isTrusted }: Event) => {
      if (isTrusted) Reflect.set(window, name, Number(Reflect.get(window, name)) + 1)
    }
    for (const type of ['pointerdown', 'keydown']) window.addEventListener(type, add, { capture: true })
  }, counter)
  return () => page.evaluate((name) => Number(Reflect.get(window, name)), counter)
}
