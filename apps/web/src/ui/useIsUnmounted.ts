import { useCallback, useEffect, useRef } from 'react'

/** Returns a function that says whether the component was unmounted, for example while a request was running. */
export function useIsUnmounted(): () => boolean {
  const isUnmounted = useRef(false)
  useEffect(() => {
    isUnmounted.current = false
    return () => {
      isUnmounted.current = true
    }
  }, [])
  return useCallback(() => isUnmounted.current, [])
}
