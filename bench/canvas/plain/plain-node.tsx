import { Handle, Position, type NodeProps, type NodeTypes } from '@xyflow/react'
import { memo } from 'react'
import type { PlainNode } from './elements.ts'

const Card = memo(function Card({ data }: NodeProps<PlainNode>) {
  return (
    <div className="card">
      <Handle type="target" position={Position.Left} />
      <div className="head">
        <span className={`tile ${data.type.replaceAll('.', '-')}`} />
        <div>
          <div className="name">{data.name}</div>
          <div className="kind">{data.type}</div>
        </div>
      </div>
      <div className="summary">{data.summary}</div>
      {data.outputs.map((out, index) => (
        <Handle key={out} id={out} type="source" position={Position.Right} style={{ top: 23 + 24 * index }} />
      ))}
    </div>
  )
})

const Frame = memo(function Frame({ data }: NodeProps<PlainNode>) {
  return <div className="frame">{data.name}</div>
})

export const nodeTypes: NodeTypes = { card: Card, frame: Frame }
