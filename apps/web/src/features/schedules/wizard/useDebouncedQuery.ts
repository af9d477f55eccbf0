import { useEffect, useState } from 'react'

/** The text, debounced by `delayMs`. Empty text takes effect at once. */
export function useDebouncedQuery(text: string, delayMs: number): string {
  const [debounced, setDebounced] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(text), delayMs)
    return () => clearTimeout(timer)
  }, [text, delayMs])
  return text === '' ? '' : debounced
}
