import type { ReactNode } from 'react'

/** One component of src/ui in its states, as /dev/ui shows it. */
export interface Specimen {
  /** The file of the component, without its ending. */
  name: string
  /** Other files that are seen in it alone. */
  contains?: readonly string[]
  /** What it is for, in one sentence; docs/design.md says the same. */
  purpose: string
  states: Readonly<Record<string, ReactNode>>
}
