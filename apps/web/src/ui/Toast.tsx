import { createContext, type ReactNode, useCallback, useContext, useEffect, useRef, useState } from 'react'
import { felt } from '../device/haptics.ts'
import './Toast.css'

/** Specification §9. */
export const toastMs = 3000
/** A toast that carries an action stays longer: whoever wants to undo must have time to reach it. */
export const toastWithActionMs = 8000

export interface ToastMessage {
  text: string
  tone?: 'plain' | 'success' | 'danger'
  /** One of the same takes its place, with its action: that would undo what has changed since. */
  about?: string
  action?: { label: string; onPress(): void }
}

/** Shows one; what it returns takes it away again, and says whether it was still there. */
export type ShowToast = (message: ToastMessage) => () => boolean

const ToastContext = createContext<ShowToast>(() => () => false)

/**
 * Shows a message at the bottom, in place of the one that is there, but for those that carry an action: these stay in their
 * place below it until their time is over.
 */
export const useToast = () => useContext(ToastContext)

interface Shown extends ToastMessage {
  key: number
}

export function ToastProvider({ children }: { children: ReactNode }) {
  const [shown, setShown] = useState<readonly Shown[]>([])
  const now = useRef(shown)
  const place = useCallback((next: readonly Shown[]) => {
    now.current = next
    setShown(next)
  }, [])
  const hide = useCallback((message: Shown) => place(now.current.filter(one => one !== message)), [place])
  const show = useCallback(
    (message: ToastMessage) => {
      const mine = { ...message, key: Math.random() }
      const isOver = ({ action, text, about }: Shown) =>
        !action || text === message.text || (about !== undefined && about === message.about)
      place([mine, ...now.current.filter(one => !isOver(one))])
      return () => {
        const wasThere = now.current.includes(mine)
        hide(mine)
        return wasThere
      }
    },
    [place, hide],
  )
  return (
    <ToastContext value={show}>
      {children}
      <div className="toast-region" role="status" aria-atomic="false">
        {shown.map(message => (
          <Toast key={message.key} message={message} onDone={hide} />
        ))}
      </div>
    </ToastContext>
  )
}

function Toast({ message, onDone }: { message: Shown; onDone(message: Shown): void }) {
  const ref = useRef<HTMLDivElement>(null)
  const ms = message.action ? toastWithActionMs : toastMs

  useEffect(() => {
    // While the pointer or the focus is on it, it stays.
    const leave = () => {
      if (ref.current?.matches(':hover, :focus-within')) timer = setTimeout(leave, toastMs)
      else onDone(message)
    }
    let timer = setTimeout(leave, ms)
    return () => clearTimeout(timer)
  }, [ms, message, onDone])

  const { action } = message
  return (
    <div className={`toast toast--${message.tone ?? 'plain'}`} ref={ref}>
      <span className="toast__text">{message.text}</span>
      {action && (
        <button
          type="button"
          className="toast__action"
          onClick={felt(() => {
            // The focus does not go with it.
            document.querySelector('h1')?.focus({ preventScroll: true })
            action.onPress()
            onDone(message)
          })}
        >
          {action.label}
        </button>
      )}
    </div>
  )
}
