import type { ReactNode } from 'react'
import './Chip.css'

/** A filter that is on or off. */
export function Chip({ isOn, onToggle, children }: { isOn: boolean; onToggle(): void; children: ReactNode }) {
  return (
    <button type="button" className="chip" aria-pressed={isOn} onClick={onToggle}>
      {children}
    </button>
  )
}
