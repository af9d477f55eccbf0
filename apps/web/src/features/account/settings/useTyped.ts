import { useState } from 'react'

/**
 * What is typed into a field that is saved when it is left. It follows what holds. What the field itself has sent stays as it
 * was typed, saved or not: who types on is not interrupted, and what could not be saved can be tried again.
 */
export function useTyped<T>(value: T, textOf: (value: T) => string) {
  const [typed, setTyped] = useState(textOf(value))
  const [known, setKnown] = useState(value)
  const [sent, setSent] = useState<{ from: T; to: T } | null>(null)
  // Adjusting while rendering, as React advises for state that follows its input.
  if (value !== known) {
    setKnown(value)
    const isTakenBack = sent !== null && known === sent.to && value === sent.from
    if (value !== sent?.to && !isTakenBack) setTyped(textOf(value))
  }
  return { typed, setTyped, noteSent: (to: T) => setSent({ from: value, to }) }
}
