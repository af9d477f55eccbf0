import type { ReactNode } from 'react'
import './Skeleton.css'

/** A grey block in the place of what is on its way. `width` is any CSS width. */
export const Bone = ({ width = '100%', height = '1em' }: { width?: string; height?: string }) => (
  <span className="bone" style={{ width, height }} />
)

/** Wraps bones: says "Loading" once, and stays invisible for the first 150 ms so that fast answers do not flicker. */
export function Skeleton({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="skeleton" role="status" aria-label={label}>
      <div aria-hidden="true">{children}</div>
    </div>
  )
}
