/** What a page holds: objects of its scripts, memory of its process. */
import { readFileSync } from 'node:fs'
import type { Browser, Page } from '@playwright/test'

/** Living objects in MB, after what is dead was collected twice: the first lets go what finalizers held. */
export async function heapOf(page: Page): Promise<number> {
  const session = await page.context().newCDPSession(page)
  await session.send('HeapProfiler.collectGarbage')
  await session.send('HeapProfiler.collectGarbage')
  const { usedSize } = await session.send('Runtime.getHeapUsage')
  await session.detach()
  return usedSize / 1e6
}

function proportionalOf(pid: number): number {
  try {
    return Number(/^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))?.[1] ?? 0) / 1024
  } catch {
    return 0
  }
}

/**
 * Memory of the page's process in MB, workers and buffers included and what it shares with others by its part: the largest
 * of the browser's renderers, for the others hold no page. 0 where the system does not tell.
 */
export async function processOf(browser: Browser): Promise<number> {
  const session = await browser.newBrowserCDPSession()
  const { processInfo } = await session.send('SystemInfo.getProcessInfo')
  await session.detach()
  return Math.max(0, ...processInfo.filter(({ type }) => type === 'renderer').map(({ id }) => proportionalOf(id)))
}

export const elementsOf = (page: Page): Promise<number> => page.evaluate(() => document.querySelectorAll('*').length)
