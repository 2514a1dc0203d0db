/** Handlers of tool versions: list, and state at one version. */
import { Version } from '#contract/kernel/page.ts'
import { toolVersion } from '#contract/tool-version.ts'
import { Fault, notFound } from '#server/base/fault.ts'
import { listToolVersions, readToolVersion } from '#server/store/tools/tool-version.ts'
import { handler, type Handler } from '#server/protocol/handler.ts'

const versions = handler(toolVersion.versions, async ({ scope }, { params, query }) => {
  const found = await listToolVersions(scope, params.id, query)
  if (!found) throw notFound('tool')
  return { body: found }
})

const version = handler(toolVersion.version, async ({ scope }, { params }) => {
  const number = Version.safeParse(Number(params.number))
  const found = number.success ? await readToolVersion(scope, params.id, number.data) : null
  if (!found) throw new Fault('not_found', 'This version of the tool does not exist or was deleted.')
  return { body: found }
})

export const toolVersionHandlers: Handler[] = [versions, version]
