import { lazy, Suspense, useState } from 'react'
import { IconButton } from '../../ui/Button.tsx'
import { useNotifications } from './queries.ts'
import { texts } from './texts.ts'
import './notification-bell.css'

const NotificationPanel = lazy(() => import('./NotificationPanel.tsx'))

/** Header button with the number of unread notifications. Opens the panel. */
export function NotificationBell() {
  const [isOpen, setOpen] = useState(false)
  const [wasOpened, setOpened] = useState(false)
  const { data } = useNotifications()
  const unread = data?.pages[0]?.unread ?? 0
  const open = () => {
    setOpened(true)
    setOpen(true)
  }
  return (
    <span className="notification-bell">
      <IconButton icon="bell" label={texts.open(unread)} aria-haspopup="dialog" onClick={open} />
      {unread > 0 && (
        <span className="notification-bell__count" aria-hidden="true">
          {unread > 99 ? texts.countLimit : unread}
        </span>
      )}
      {wasOpened && (
        <Suspense>
          <NotificationPanel isOpen={isOpen} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </span>
  )
}
