/** The console has declarative routes: no loaders, no forms, nothing fetched ahead, no server. */
import { cutFunction, namesOfComponents, pureCalls } from './cuts.mjs'

/** @type {readonly import('./cuts.mjs').Cut[]} */
export const cutsOfRouter = [
  namesOfComponents,
  pureCalls('memo|forwardRef|createContext'),
  cutFunction('PrefetchPageLinks', 'return null;'),
  cutFunction('usePrefetchBehavior', 'return [false, null, {}];'),
  cutFunction('useNavigateStable', 'return null;'),
  {
    what: 'state of data routes',
    is: /(?<=\n {2}let dataRouterState = )dataRouterOpts\?\.state(?=;\n)/,
    by: 'undefined',
  },
  { what: 'boundary of data routes', is: /\nRenderErrorBoundary\.contextType = [^\n]*/, by: '' },
  {
    what: 'choice between kinds of routes',
    is: /return isDataRoute \? useNavigateStable\(\) : useNavigateUnstable\(\);/,
    by: 'return useNavigateUnstable();',
  },
]
