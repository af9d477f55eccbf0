import { createContext, type ReactNode, useCallback, useContext, useEffect, useRef, useState } from 'react'
import './Toast.css'

/** Specification §9. */
export const toastMs = 3000
/** A toast that carries an action stays longer: whoever wants to undo must have time to reach it. */
export const toastWithActionMs = 8000

export interface ToastMessage {
  text: string
  tone?: 'plain' | 'success' | 'danger'
  action?: { label: string; onPress(): void }
}

const ToastContext = createContext<(message: ToastMessage) => void>(() => {})

/** Shows a message at the bottom; a new one takes the place of the one that is there. */
export const useToast = () => useContext(ToastContext)

interface Shown extends ToastMessage {
  key: number
}

export function ToastProvider({ children }: { children: ReactNode }) {
  const [shown, setShown] = useState<Shown | null>(null)
  const show = useCallback((message: ToastMessage) => {
    setShown(before => ({ ...message, key: (before?.key ?? 0) + 1 }))
  }, [])
  const hide = useCallback(() => setShown(null), [])
  return (
    <ToastContext value={show}>
      {children}
      <div className="toast-region" role="status">
        {shown && <Toast key={shown.key} message={shown} onDone={hide} />}
      </div>
    </ToastContext>
  )
}

function Toast({ message, onDone }: { message: Shown; onDone(): void }) {
  const ref = useRef<HTMLDivElement>(null)
  const ms = message.action ? toastWithActionMs : toastMs

  useEffect(() => {
    // While the pointer or the focus is on it, it stays.
    const leave = () => {
      if (ref.current?.matches(':hover, :focus-within')) timer = setTimeout(leave, toastMs)
      else onDone()
    }
    let timer = setTimeout(leave, ms)
    return () => clearTimeout(timer)
  }, [ms, onDone])

  const { action } = message
  return (
    <div className={`toast toast--${message.tone ?? 'plain'}`} ref={ref}>
      <span className="toast__text">{message.text}</span>
      {action && (
        <button
          type="button"
          className="toast__action"
          onClick={() => {
            action.onPress()
            onDone()
          }}
        >
          {action.label}
        </button>
      )}
    </div>
  )
}
