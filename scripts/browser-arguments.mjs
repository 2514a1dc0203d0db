/** Command-line arguments of Chromium for tests. */

/** Chromium's sandbox does not start as root. */
const asRoot = process.getuid?.() === 0 ? ['--no-sandbox'] : []

/** /dev/shm is small in a container; without a GPU, its emulation is slower than software rendering. */
export const browserArguments = [...asRoot, '--disable-dev-shm-usage', '--disable-gpu']
