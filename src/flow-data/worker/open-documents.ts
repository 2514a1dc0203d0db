/** Opens what the response with a flow does not contain. One file of the build, since each part is small. */
export { openTemplate } from './open-template.ts'
export { openFlowVersion } from './open-flow-version.ts'
export { openVersion, viewedVersions } from '#flow-data/versions/open-version.ts'
