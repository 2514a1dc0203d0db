/** Components are rendered with the styles of the console, without animations. */
import { beforeEach } from 'vitest'
import { cleanup } from 'vitest-browser-react'
import '#src/index.css'

// The library does it only for the first file of a worker, since modules are cached.
beforeEach(() => cleanup())
