import { useEffect, useState } from 'react'
import { readInput } from './model.ts'

/** Debounces the text, except for a complete link or an empty text, which are returned at once. */
export function useDebouncedText(text: string, delayMs: number): string {
  const [settled, setSettled] = useState(text)
  const isComplete = text === '' || readInput(text).kind === 'videos'
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), isComplete ? 0 : delayMs)
    return () => clearTimeout(timer)
  }, [text, isComplete, delayMs])
  return isComplete ? text : settled
}
