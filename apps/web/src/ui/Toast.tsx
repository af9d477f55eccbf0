import {
  createContext,
  type ReactNode,
  type RefObject,
  useCallback,
  useContext,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { createPortal } from 'react-dom'
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

const DialogsContext = createContext<(dialog: HTMLElement) => () => void>(() => () => {})

/** What is said while a dialog is open stands in it: all the rest is behind it, and out of reach. */
export function useToastsInside(dialog: RefObject<HTMLElement | null>, isOpen: boolean) {
  const enter = useContext(DialogsContext)
  // In the same turn: what is said as a dialog closes is never in it.
  useLayoutEffect(() => (isOpen && dialog.current ? enter(dialog.current) : undefined), [enter, dialog, isOpen])
}

interface Shown extends ToastMessage {
  key: number
  untilMs: number
}

export function ToastProvider({ children }: { children: ReactNode }) {
  const [shown, setShown] = useState<readonly Shown[]>([])
  const [dialogs, setDialogs] = useState<readonly HTMLElement[]>([])
  const now = useRef(shown)
  const place = useCallback((next: readonly Shown[]) => {
    now.current = next
    setShown(next)
  }, [])
  const hide = useCallback((message: Shown) => place(now.current.filter(one => one !== message)), [place])
  const show = useCallback(
    (message: ToastMessage) => {
      const untilMs = Date.now() + (message.action ? toastWithActionMs : toastMs)
      const mine = { ...message, key: Math.random(), untilMs }
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
  const enter = useCallback((dialog: HTMLElement) => {
    setDialogs(open => [...open, dialog])
    return () => setDialogs(open => open.filter(one => one !== dialog))
  }, [])
  const top = dialogs.at(-1)
  const region = (messages: readonly Shown[]) => (
    <div className="toast-region" role="status" aria-atomic="false">
      {messages.map(message => (
        <Toast key={message.key} message={message} onDone={hide} />
      ))}
    </div>
  )
  return (
    <ToastContext value={show}>
      <DialogsContext value={enter}>{children}</DialogsContext>
      {/* It stays: what is said in the moment in which a dialog closes would not be read out in one that has just come. */}
      {region(top ? [] : shown)}
      {top && createPortal(region(shown), top)}
    </ToastContext>
  )
}

function Toast({ message, onDone }: { message: Shown; onDone(message: Shown): void }) {
  const ref = useRef<HTMLDivElement>(null)

  useEffect(() => {
    // While the pointer or the focus is on it, it stays.
    const leave = () => {
      if (ref.current?.matches(':hover, :focus-within')) timer = setTimeout(leave, toastMs)
      else onDone(message)
    }
    let timer = setTimeout(leave, message.untilMs - Date.now())
    return () => clearTimeout(timer)
  }, [message, onDone])

  const { action } = message
  return (
    <div className={`toast toast--${message.tone ?? 'plain'}`} ref={ref}>
      <span className="toast__text clip-lines">{message.text}</span>
      {action && (
        <button
          type="button"
          className="toast__action"
          onClick={felt(() => {
            // The focus does not go with it.
            const dialog = ref.current?.closest('dialog')
            const next = dialog ? dialog.querySelector<HTMLElement>('button, input') : document.querySelector('h1')
            next?.focus({ preventScroll: true })
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
