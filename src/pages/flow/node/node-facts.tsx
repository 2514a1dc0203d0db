import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { call } from '#api/request/client.ts'
import type { ApiError } from '#api/errors.ts'
import { flow as flowApi, type FlowDetail, type Node } from '#contract/flow.ts'
import { kindOf } from '#flow/node-kind.ts'
import { toolsOf } from '#flow/requires.ts'
import type { VisualKind } from '#flow/visual-kind/kinds.ts'
import { stepWord } from '#flow/visual-kind/step-words.ts'
import { CopyableId } from '#parts/display/copyable-id.tsx'
import { flowPath, toolPath } from '#ui/paths.ts'

/** Time in ms until the name of another flow is refetched. */
const nameFreshMs = 300_000

/** Requirements of a flow with their bindings. */
type FlowBindings = Pick<FlowDetail, 'bindings' | 'tools'>

/** A tool that a node calls, as a link, with its key in the flow; "Missing" if the key is not bound. */
function ToolLink({ flow, toolKey }: { flow: FlowBindings; toolKey: string }) {
  const boundId = flow.bindings.tools[toolKey]
  const tool = flow.tools.find((one) => (boundId == null ? one.key === toolKey : one.id === boundId))
  const id = tool?.id ?? boundId
  return (
    <>
      {id == null ? (
        <span className="text-bad">Missing in this account</span>
      ) : (
        <Link className="link wrap-anywhere" to={toolPath(id)}>
          {tool?.name ?? id}
        </Link>
      )}{' '}
      <span className="mono text-text-3">{toolKey}</span>
    </>
  )
}

/** The flow that a node starts. */
function SubflowLink({ id }: { id: string }) {
  const { data: name, error } = useQuery<string, ApiError>({
    // Apart from the cache of the flow itself: only its name is stored.
    queryKey: ['flow', 'name', id],
    queryFn: async ({ signal }) => (await call(flowApi.read, { id }, { signal })).name,
    staleTime: nameFreshMs,
  })
  if (error?.status === 404)
    return (
      <>
        <span className="text-bad">Does not exist</span> <span className="mono text-text-3">{id}</span>
      </>
    )
  return (
    <Link className="link wrap-anywhere" to={flowPath(id)}>
      {name ?? id}
    </Link>
  )
}

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </>
)

const whole = (value: number): string => Math.round(value).toLocaleString()

/** Facts of a node, apart from its config. */
export function NodeFacts({
  serviceFlow,
  node,
  visual,
  group,
  onJump,
}: {
  /** Requirements with their bindings; null for a file. */
  serviceFlow: FlowBindings | null
  node: Node
  visual: VisualKind
  /** The node's group; null if it has none, or the group does not exist. */
  group: { id: string; name: string } | null
  onJump: (id: string) => void
}) {
  const kind = kindOf(node.type)
  const tools = [...new Set(toolsOf(node))]
  const subflow = kind === 'subflow' ? node.config['flow'] : null
  return (
    <section className="section">
      <dl className="facts">
        <Fact name="Type">
          {stepWord(node.type, visual)}
          {kind === 'unknown' && (
            <>
              <span className="text-text-3"> preserved, does not run</span>
              <div className="mono text-xs wrap-anywhere text-text-3">{node.type}</div>
            </>
          )}
        </Fact>
        <Fact name="ID">
          <CopyableId id={node.id} />
        </Fact>
        {tools.length > 0 && (
          <Fact name={tools.length === 1 ? 'Tool' : 'Tools'}>
            <ul>
              {tools.map((key) => (
                <li key={key}>
                  {serviceFlow === null ? (
                    <span className="mono">{key}</span>
                  ) : (
                    <ToolLink flow={serviceFlow} toolKey={key} />
                  )}
                </li>
              ))}
            </ul>
          </Fact>
        )}
        {typeof subflow === 'string' && subflow !== '' && (
          <Fact name="Starts">
            {serviceFlow === null ? <span className="mono">{subflow}</span> : <SubflowLink id={subflow} />}
          </Fact>
        )}
        {node.parent !== null && (
          <Fact name="Group">
            {group === null ? (
              <span className="mono">{node.parent}</span>
            ) : (
              <button type="button" className="link cursor-pointer text-left" onClick={() => onJump(group.id)}>
                {group.name}
              </button>
            )}
          </Fact>
        )}
        {node.disabled && <Fact name="State">Disabled, skipped in runs</Fact>}
        {node.position !== null && (
          <Fact name="Position">
            <span className="text-text-2">{`x ${whole(node.position.x)}, y ${whole(node.position.y)}`}</span>
          </Fact>
        )}
        {node.size !== null && (
          <Fact name="Size">
            <span className="text-text-2">{`${whole(node.size.width)} × ${whole(node.size.height)}`}</span>
          </Fact>
        )}
      </dl>
    </section>
  )
}
