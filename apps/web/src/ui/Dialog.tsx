import { type ReactNode, useEffect, useRef } from 'react'
import { useToastsInDialog } from './Toast.tsx'
import './Dialog.css'

export interface DialogProps {
  /** `drawer` slides in from the left; `sheet` is a bottom sheet on phones; `modal` is centered; `panel` is a sheet that is on the right on desktops. */
  kind: 'drawer' | 'sheet' | 'modal' | 'panel'
  /** The accessible name. */
  label: string
  isOpen: boolean
  /** Ignores Escape and clicks outside, so that the user sees the result of an operation. The content needs a close button. */
  isLocked?: boolean
  onClose(): void
  children: ReactNode
}

/** The browser's native modal dialog: it traps focus, closes on Escape and returns focus. */
export function Dialog({ kind, label, isOpen, isLocked, onClose, children }: DialogProps) {
  const ref = useRef<HTMLDialogElement>(null)

  useEffect(() => {
    const dialog = ref.current
    if (!dialog) return
    if (isOpen && !dialog.open) dialog.showModal()
    if (!isOpen && dialog.open) dialog.close()
  }, [isOpen])
  useToastsInDialog(ref, isOpen)

  return (
    <dialog
      ref={ref}
      className={`dialog dialog--${kind}`}
      aria-label={label}
      onClose={onClose}
      onCancel={event => isLocked && event.preventDefault()}
      // The target of a click on the backdrop is the dialog itself; the target of a click inside is a child.
      onMouseDown={event => event.target === ref.current && !isLocked && ref.current?.close()}
    >
      {isOpen && <div className="dialog__content">{children}</div>}
    </dialog>
  )
}
