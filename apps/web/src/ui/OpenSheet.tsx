import { type ReactNode, useEffect, useRef } from 'react'
import { createPortal } from 'react-dom'
import { useToastsInside } from './Toast.tsx'
import './Dialog.css'
import './OpenSheet.css'

interface Props {
  label: string
  onClose(): void
  children: ReactNode
}

/**
 * A sheet over the page in which a foreign script may put windows of its own over ours, as banks do to ask who pays: under the
 * browser's modal dialog those would be dead. The app behind it is out of reach, and the focus comes back when it closes.
 */
export function OpenSheet({ label, onClose, children }: Props) {
  const anchor = useRef<HTMLSpanElement>(null)
  const sheet = useRef<HTMLDialogElement>(null)

  useEffect(() => {
    const before = document.activeElement
    const behind = topOf(anchor.current)
    behind?.toggleAttribute('inert', true)
    sheet.current?.focus({ preventScroll: true })
    return () => {
      behind?.toggleAttribute('inert', false)
      // What opened it may have gone meanwhile.
      const isThere = before instanceof HTMLElement && before.isConnected && before !== document.body
      const next = isThere ? before : document.querySelector('h1')
      next?.focus({ preventScroll: true })
    }
  }, [])

  useEffect(() => {
    const close = (event: KeyboardEvent) => event.key === 'Escape' && onClose()
    document.addEventListener('keydown', close)
    return () => document.removeEventListener('keydown', close)
  }, [onClose])
  useToastsInside(sheet, true)

  return (
    <>
      <span hidden ref={anchor} />
      {createPortal(
        <div className="open-sheet">
          <div className="open-sheet__scrim" aria-hidden="true" onMouseDown={onClose} />
          <dialog
            ref={sheet}
            className="dialog dialog--sheet open-sheet__sheet"
            open
            aria-modal="true"
            aria-label={label}
            tabIndex={-1}
          >
            <div className="dialog__content">{children}</div>
          </dialog>
        </div>,
        document.body,
      )}
    </>
  )
}

/** The child of the body that an element lies in. */
function topOf(element: Element | null): Element | null {
  return element && element.parentElement !== document.body ? topOf(element.parentElement) : element
}
