import { useEffect, useRef, useState } from 'react'

/** Loading begins this far before something comes into sight. */
const margin = '400px'

/** Whether an element has ever been in sight: what costs a request waits until then. */
export function useInView<T extends Element>() {
  const element = useRef<T>(null)
  const [isSeen, setIsSeen] = useState(false)
  useEffect(() => {
    if (isSeen || element.current === null) return undefined
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some((entry) => entry.isIntersecting)) setIsSeen(true)
      },
      { rootMargin: margin },
    )
    observer.observe(element.current)
    return () => observer.disconnect()
  }, [isSeen])
  return { element, isSeen }
}
