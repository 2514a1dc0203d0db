import { memo } from 'react'
import type { EdgeProps, EdgeTypes } from '@xyflow/react'
import { pathText } from './edge-path.ts'
import type { CourseEdge } from './flow-elements.ts'

const Course = memo(function Course({ data }: EdgeProps<CourseEdge>) {
  if (data === undefined) return null
  const { points, arrow } = data.drawn.course
  return (
    <>
      <path className="course" d={pathText(points)} />
      <path className="course-head" d={pathText(arrow, true)} />
    </>
  )
})

export const edgeTypes: EdgeTypes = { course: Course }
