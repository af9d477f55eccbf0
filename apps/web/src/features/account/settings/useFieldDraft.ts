import { useState } from 'react'

/**
 * Text of a field that is saved on blur. It follows changes of the saved value. Text that the field has submitted stays as it
 * was typed, even if saving failed: typing isn't interrupted, and the save can be retried.
 */
export function useFieldDraft<T>(value: T, textOf: (value: T) => string) {
  const [typed, setTyped] = useState(textOf(value))
  const [savedValue, setSavedValue] = useState(value)
  const [sent, setSent] = useState<{ from: T; to: T } | null>(null)
  // State is adjusted during render, as React recommends for state derived from props.
  if (value !== savedValue) {
    setSavedValue(value)
    const isRolledBack = sent !== null && savedValue === sent.to && value === sent.from
    if (value !== sent?.to && !isRolledBack) setTyped(textOf(value))
  }
  return { typed, setTyped, noteSent: (to: T) => setSent({ from: value, to }) }
}
