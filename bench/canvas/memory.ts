/** Memory of a page: heap of its scripts, and memory of its process. */
import { readFileSync } from 'node:fs'
import type { Browser, Page } from '@playwright/test'

/** Heap in MB after two garbage collections: the first one releases objects held by finalizers. */
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
 * Memory of the page's process in MB, including workers, buffers and its part of shared memory: the largest of the
 * browser's renderers, since the others have no page. 0 if the system does not report it.
 */
export async function processOf(browser: Browser): Promise<number> {
  const session = await browser.newBrowserCDPSession()
  const { processInfo } = await session.send('SystemInfo.getProcessInfo')
  await session.detach()
  return Math.max(0, ...processInfo.filter(({ type }) => type === 'renderer').map(({ id }) => proportionalOf(id)))
}

export const elementsOf = (page: Page): Promise<number> => page.evaluate(() => document.querySelectorAll('*').length)
