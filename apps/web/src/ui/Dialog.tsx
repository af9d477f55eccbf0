import { type ReactNode, useEffect, useRef } from 'react'
import { useToastsInside } from './Toast.tsx'
import './Dialog.css'

export interface DialogProps {
  /** `drawer` slides in from the left, `sheet` rises from the bottom on phones, `modal` stands in the middle, `panel` is a sheet that stands at the right on desktops. */
  kind: 'drawer' | 'sheet' | 'modal' | 'panel'
  /** The accessible name. */
  label: string
  isOpen: boolean
  /** Something is under way whose end is to be seen: only a button inside leaves it, and one must, as no end may come. */
  isHeld?: boolean
  onClose(): void
  children: ReactNode
}

/** The browser's own modal dialog: it traps the focus, closes on Escape and gives the focus back. */
export function Dialog({ kind, label, isOpen, isHeld, onClose, children }: DialogProps) {
  const ref = useRef<HTMLDialogElement>(null)

  useEffect(() => {
    const dialog = ref.current
    if (!dialog) return
    if (isOpen && !dialog.open) dialog.showModal()
    if (!isOpen && dialog.open) dialog.close()
  }, [isOpen])
  useToastsInside(ref, isOpen)

  return (
    <dialog
      ref={ref}
      className={`dialog dialog--${kind}`}
      aria-label={label}
      onClose={onClose}
      onCancel={event => isHeld && event.preventDefault()}
      // A press on the backdrop arrives at the dialog itself, one inside it at a child.
      onMouseDown={event => event.target === ref.current && !isHeld && ref.current?.close()}
    >
      {isOpen && <div className="dialog__content">{children}</div>}
    </dialog>
  )
}
