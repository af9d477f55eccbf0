import { useEffect, useState } from 'react'

/** The text when typing has rested; an empty one counts at once. */
export function useRested(text: string, restMs: number): string {
  const [rested, setRested] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setRested(text), restMs)
    return () => clearTimeout(timer)
  }, [text, restMs])
  return text === '' ? '' : rested
}
