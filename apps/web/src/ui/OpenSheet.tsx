import { type ReactNode, useEffect, useRef } from 'react'
import { createPortal } from 'react-dom'
import { useToastsInDialog } from './Toast.tsx'
import './Dialog.css'
import './OpenSheet.css'

interface Props {
  label: string
  onClose(): void
  children: ReactNode
}

/**
 * A sheet over which a third-party script can open its own windows, such as a bank's payment confirmation. Under the browser's
 * modal dialog those would be inert. The app behind the sheet is inert, and the focus returns when the sheet closes.
 */
export function OpenSheet({ label, onClose, children }: Props) {
  const anchor = useRef<HTMLSpanElement>(null)
  const sheet = useRef<HTMLDialogElement>(null)

  useEffect(() => {
    const opener = document.activeElement
    const app = topLevelAncestor(anchor.current)
    app?.toggleAttribute('inert', true)
    sheet.current?.focus({ preventScroll: true })
    return () => {
      app?.toggleAttribute('inert', false)
      // The element that opened the sheet may have been removed.
      const canFocusOpener = opener instanceof HTMLElement && opener.isConnected && opener !== document.body
      const next = canFocusOpener ? opener : document.querySelector('h1')
      next?.focus({ preventScroll: true })
    }
  }, [])

  useEffect(() => {
    const close = (event: KeyboardEvent) => event.key === 'Escape' && onClose()
    document.addEventListener('keydown', close)
    return () => document.removeEventListener('keydown', close)
  }, [onClose])
  useToastsInDialog(sheet, true)

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

/** The child of the body that contains the element. */
function topLevelAncestor(element: Element | null): Element | null {
  return element && element.parentElement !== document.body ? topLevelAncestor(element.parentElement) : element
}
