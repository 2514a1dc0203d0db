/**
 * Precompresses the files of the built console, so that no response has to be compressed: `index.js.br` and `.gz`
 * beside `index.js`.
 */
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

/** Compressible types; source maps are only for developers. */
const isText = /\.(?:js|mjs|css|html|json|svg|txt|webmanifest)$/
/** Smaller files fit into a packet uncompressed. */
const leastBytes = 1_000

const coders = [
  {
    ending: '.br',
    /** @param {Buffer} content */
    code: (content) =>
      promisify(brotliCompress)(content, {
        params: {
          [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
          [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
        },
      }),
  },
  {
    ending: '.gz',
    /** @param {Buffer} content */
    code: (content) => promisify(gzip)(content, { level: 9 }),
  },
]

/** @param {string} path @param {Buffer} content */
async function compressFile(path, content) {
  for (const { ending, code } of coders) {
    const coded = await code(content)
    if (coded.length < content.length) await writeFile(path + ending, coded)
  }
}

/** @param {string} folder of the built console */
async function compressFiles(folder) {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  await Promise.all(
    entries.map(async (entry) => {
      if (!entry.isFile() || !isText.test(entry.name)) return
      const path = join(entry.parentPath, entry.name)
      const content = await readFile(path)
      if (content.length >= leastBytes) await compressFile(path, content)
    }),
  )
}

/** @returns {import('vite').Plugin} */
export function compressPlugin() {
  return {
    name: 'compress',
    apply: 'build',
    // Runs after all other plugins have written their files.
    writeBundle: { order: 'post', sequential: true, handler: ({ dir }) => (dir ? compressFiles(dir) : undefined) },
  }
}
