import type { ReactNode } from 'react'

/** One component of src/ui in all its states, shown on /dev/ui. */
export interface Specimen {
  /** The file name of the component, without extension. */
  name: string
  /** Other component files that are shown only as part of this one. */
  contains?: readonly string[]
  /** The purpose of the component. docs/design.md contains the same text. */
  purpose: string
  states: Readonly<Record<string, ReactNode>>
}
