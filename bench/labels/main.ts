/** The page that places and paints names as the worker does, with the real fonts; called by bench/labels.ts. */
import '@fontsource-variable/ibm-plex-sans/wght.css'
import { measureZoom, openFlow } from './measure-zoom.ts'

Object.assign(globalThis, { labels: { openFlow, measureZoom } })
