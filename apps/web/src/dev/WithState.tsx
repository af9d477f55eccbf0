import { type ReactNode, useState } from 'react'

/** Holds the state of a controlled component. */
export function WithState<Value>({
  initial,
  children,
}: {
  initial: Value
  children(value: Value, set: (value: Value) => void): ReactNode
}) {
  const [value, setValue] = useState(initial)
  return children(value, setValue)
}
