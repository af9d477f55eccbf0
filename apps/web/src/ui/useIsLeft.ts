import { useCallback, useEffect, useRef } from 'react'

/** Tells, when an answer comes, whether what asked for it has gone from the page meanwhile. */
export function useIsLeft(): () => boolean {
  const isLeft = useRef(false)
  useEffect(() => {
    isLeft.current = false
    return () => {
      isLeft.current = true
    }
  }, [])
  return useCallback(() => isLeft.current, [])
}
