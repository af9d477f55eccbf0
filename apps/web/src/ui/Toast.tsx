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
import { withHaptics } from '../device/haptics.ts'
import './Toast.css'

/** Specification §9. */
export const toastMs = 3000
/** A toast with an action is shown longer, so that users have time to reach it. */
export const toastWithActionMs = 8000

export interface ToastMessage {
  text: string
  tone?: 'plain' | 'success' | 'danger'
  /** Replaces a toast about the same thing, because its action would undo something that has changed since. */
  topic?: string
  action?: { label: string; onPress(): void }
}

/** Shows a toast. Returns a function that removes it, which returns whether it was still visible. */
export type ShowToast = (message: ToastMessage) => () => boolean

const ToastContext = createContext<ShowToast>(() => () => false)

/** Shows a message at the bottom. It replaces the previous one, except that messages with an action stay below it for their full time. */
export const useToast = () => useContext(ToastContext)

const DialogsContext = createContext<(dialog: HTMLElement) => () => void>(() => () => {})

/** Shows toasts inside the dialog while it is open, because everything outside it is inert. */
export function useToastsInDialog(dialog: RefObject<HTMLElement | null>, isOpen: boolean) {
  const register = useContext(DialogsContext)
  // A layout effect, so that a toast shown when the dialog closes never appears inside it.
  useLayoutEffect(() => (isOpen && dialog.current ? register(dialog.current) : undefined), [register, dialog, isOpen])
}

interface ShownToast extends ToastMessage {
  key: number
  untilMs: number
}

export function ToastProvider({ children }: { children: ReactNode }) {
  const [shown, setShown] = useState<readonly ShownToast[]>([])
  const [dialogs, setDialogs] = useState<readonly HTMLElement[]>([])
  const latest = useRef(shown)
  const update = useCallback((next: readonly ShownToast[]) => {
    latest.current = next
    setShown(next)
  }, [])
  const hide = useCallback((toast: ShownToast) => update(latest.current.filter(other => other !== toast)), [update])
  const show = useCallback(
    (message: ToastMessage) => {
      const untilMs = Date.now() + (message.action ? toastWithActionMs : toastMs)
      const toast = { ...message, key: Math.random(), untilMs }
      const isReplaced = ({ action, text, topic }: ShownToast) =>
        !action || text === message.text || (topic !== undefined && topic === message.topic)
      update([toast, ...latest.current.filter(other => !isReplaced(other))])
      return () => {
        const wasVisible = latest.current.includes(toast)
        hide(toast)
        return wasVisible
      }
    },
    [update, hide],
  )
  const register = useCallback((dialog: HTMLElement) => {
    setDialogs(open => [...open, dialog])
    return () => setDialogs(open => open.filter(other => other !== dialog))
  }, [])
  const topDialog = dialogs.at(-1)
  const region = (toasts: readonly ShownToast[]) => (
    <div className="toast-region" role="status" aria-atomic="false">
      {toasts.map(toast => (
        <Toast key={toast.key} message={toast} onDone={hide} />
      ))}
    </div>
  )
  return (
    <ToastContext value={show}>
      <DialogsContext value={register}>{children}</DialogsContext>
      {/* Always present, because screen readers ignore a status region that has just been added. */}
      {region(topDialog ? [] : shown)}
      {topDialog && createPortal(region(shown), topDialog)}
    </ToastContext>
  )
}

function Toast({ message, onDone }: { message: ShownToast; onDone(message: ShownToast): void }) {
  const ref = useRef<HTMLDivElement>(null)

  useEffect(() => {
    // Stay visible while the toast is hovered or focused.
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
          onClick={withHaptics(() => {
            // Move the focus, which would otherwise be lost with the toast.
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
