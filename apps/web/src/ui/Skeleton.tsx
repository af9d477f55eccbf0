import type { ReactNode } from 'react'
import './Skeleton.css'

/** A gray placeholder block. `width` and `height` are CSS lengths. */
export const Bone = ({ width = '100%', height = '1em' }: { width?: string; height?: string }) => (
  <span className="bone" style={{ width, height }} />
)

/** Contains bones. Announces its label once, and is hidden for the first 150 ms so that fast responses don't flicker. */
export function Skeleton({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="skeleton" role="status" aria-label={label}>
      <div aria-hidden="true">{children}</div>
    </div>
  )
}
