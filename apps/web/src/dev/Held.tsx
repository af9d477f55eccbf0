import { type ReactNode, useState } from 'react'

/** Keeps the value of a control that keeps none itself. */
export function Held<Value>({
  first,
  children,
}: {
  first: Value
  children(value: Value, set: (value: Value) => void): ReactNode
}) {
  const [value, setValue] = useState(first)
  return children(value, setValue)
}
