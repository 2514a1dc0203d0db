/** Folder, name and version of the installation. The same from sources and from the bundle. */
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'

/** The nearest parent folder with a package.json. */
function findRoot(): string {
  let folder = dirname(fileURLToPath(import.meta.url))
  while (!existsSync(join(folder, 'package.json'))) {
    const above = dirname(folder)
    if (above === folder) throw new Error('The installation is incomplete: package.json is missing above the service.')
    folder = above
  }
  return folder
}

export const root = findRoot()

const Package = z.object({ name: z.string(), version: z.string() })

/** Name and version of the service, as in `/me/`. */
export const about = Package.parse(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')))
