import { useEffect, useState } from 'react'
import { readInput } from './model.ts'

/** The text when typing has rested; a complete link, or an empty box, counts at once. */
export function useSettled(text: string, restMs: number): string {
  const [settled, setSettled] = useState(text)
  const isComplete = text === '' || readInput(text).kind === 'videos'
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), isComplete ? 0 : restMs)
    return () => clearTimeout(timer)
  }, [text, isComplete, restMs])
  return isComplete ? text : settled
}
