/** Decodes pictures to pixels in a separate browser, so that the measured browser spends no time on it. */
import { chromium, type Browser, type Page } from '@playwright/test'
import type { Picture } from './picture.ts'

export class Decoder {
  readonly #browser: Browser
  readonly #page: Page

  private constructor(browser: Browser, page: Page) {
    this.#browser = browser
    this.#page = page
  }

  static async start(executablePath: string, args: string[]): Promise<Decoder> {
    const browser = await chromium.launch({ executablePath, args })
    return new Decoder(browser, await browser.newPage())
  }

  /** Takes a PNG or JPEG in base64. */
  async decode(base64: string): Promise<Picture> {
    const { width, height, rgba } = await this.#page.evaluate(async (text) => {
      const bytes = Uint8Array.from(atob(text), (sign) => sign.codePointAt(0) ?? 0)
      const image = await createImageBitmap(new Blob([bytes]))
      const pen = new OffscreenCanvas(image.width, image.height).getContext('2d')
      if (pen === null) throw new Error('No 2D context for decoding.')
      pen.drawImage(image, 0, 0)
      const { data } = pen.getImageData(0, 0, image.width, image.height)
      let packed = ''
      for (let at = 0; at < data.length; at += 32768) packed += String.fromCharCode(...data.subarray(at, at + 32768))
      return { width: image.width, height: image.height, rgba: btoa(packed) }
    }, base64)
    return { width, height, rgba: new Uint8Array(Buffer.from(rgba, 'base64')) }
  }

  async end(): Promise<void> {
    await this.#browser.close()
  }
}
