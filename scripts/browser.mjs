/** Finds a Chromium for the browser tests, or installs one. */
import { existsSync } from 'node:fs'
import { join, delimiter } from 'node:path'
import { chromium } from '@playwright/test'
import { run, runInstalled } from './program.mjs'

/** Headless Chromium: Debian's package, and the name of its program. It uses a tenth less CPU. */
const shell = 'chromium-headless-shell'

const names = [shell, 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome', 'msedge']

/** Usual places of a browser that is not on the PATH. */
const defaultPaths = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
  'C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe',
]

/** There is no browser and none can be installed; the message has the remedy. */
export class NoBrowser extends Error {}

/** @returns {string | undefined} */
function systemBrowser() {
  const suffix = process.platform === 'win32' ? '.exe' : ''
  const folders = (process.env.PATH ?? '').split(delimiter).filter((folder) => folder !== '')
  return [...names.flatMap((name) => folders.map((folder) => join(folder, name + suffix))), ...defaultPaths].find(
    existsSync,
  )
}

/** Whether Debian packages can be installed here. */
const hasPackages = () => process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')

/** @param {string} name Debian package @returns {Promise<string>} output of the installation */
async function installPackage(name) {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  const { output } = await run('apt-get', ['install', '-y', '--no-install-recommends', name], { env })
  return output
}

/** @returns {string | undefined} the browser that Playwright installed for itself */
function playwrightBrowser() {
  const path = chromium.executablePath()
  return path !== '' && existsSync(path) ? path : undefined
}

/**
 * The browser for the tests, without installing anything: CHROMIUM_PATH, Playwright's own, the system's.
 * @returns {string | undefined}
 * @throws {NoBrowser} when CHROMIUM_PATH names no file
 */
function presentBrowser() {
  const given = process.env.CHROMIUM_PATH
  if (given === undefined || given === '') return playwrightBrowser() ?? systemBrowser()
  if (!existsSync(given)) throw new NoBrowser(`CHROMIUM_PATH is ${given}, but this file does not exist.`)
  return given
}

/**
 * The browser for the tests; if there is none, it is installed: Debian's package as root, else Playwright's. If
 * packages can be installed, the headless one is, even if another browser exists.
 * @returns {Promise<string>}
 * @throws {NoBrowser}
 */
export async function findBrowser() {
  const present = presentBrowser()
  const isBest = present !== undefined && (present.endsWith(shell) || present === process.env.CHROMIUM_PATH)
  if (isBest || (present !== undefined && !hasPackages())) return present
  console.log('  installing a browser for the tests …')
  let output = ''
  if (hasPackages()) {
    // Fails fast without a network.
    await run('apt-get', ['update', '-o', 'Acquire::Retries=0', '-o', 'Acquire::http::Timeout=15'])
    output += await installPackage(shell)
    if (systemBrowser() === undefined) output += await installPackage('chromium')
  }
  if (systemBrowser() === undefined)
    output += (await runInstalled('@playwright/test', ['install', 'chromium'], { program: 'playwright' })).output
  const found = systemBrowser() ?? playwrightBrowser()
  if (found !== undefined) return found
  throw new NoBrowser(
    `No browser was found for the tests. Install Chromium or Chrome, or set CHROMIUM_PATH.\n${output.trimEnd().slice(-2000)}`,
  )
}
