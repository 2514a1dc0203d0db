/** Components are drawn with the styles of the console, and nothing moves by itself. */
import { beforeEach } from 'vitest'
import { cleanup } from 'vitest-browser-react'
import '#src/index.css'

// The library does it for the first file of a worker alone: modules are read once.
beforeEach(() => cleanup())
