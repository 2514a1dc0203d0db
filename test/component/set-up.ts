/** Components are rendered with the styles of the console, without animations. */
import { beforeEach } from 'vitest'
import { cleanup } from 'vitest-browser-react'
import '#src/index.css'

// The library cleans up only for the first file of a worker, because modules are cached.
beforeEach(() => cleanup())
