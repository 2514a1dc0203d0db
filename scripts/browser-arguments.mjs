/** How Chromium is started for tests. */

/** Chromium's sandbox does not start as root. */
const asRoot = process.getuid?.() === 0 ? ['--no-sandbox'] : []

/** /dev/shm is small in a container; without a graphics card, drawing by its emulation costs more than drawing without one. */
export const browserArguments = [...asRoot, '--disable-dev-shm-usage', '--disable-gpu']
