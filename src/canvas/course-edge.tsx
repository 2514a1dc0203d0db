import { memo } from 'react'
import type { EdgeProps, EdgeTypes } from '@xyflow/react'
import type { CourseEdge } from './flow-elements.ts'

const Course = memo(function Course({ data }: EdgeProps<CourseEdge>) {
  if (data === undefined) return null
  const { line, arrow } = data.drawn.course
  return (
    <>
      <path className="course" d={line} />
      <path className="course-head" d={arrow} />
    </>
  )
})

export const edgeTypes: EdgeTypes = { course: Course }
