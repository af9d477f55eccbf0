import { lazy, Suspense, useState } from 'react'
import { IconButton } from '../../ui/Button.tsx'
import { useNotices } from './queries.ts'
import { texts } from './texts.ts'
import './notice-bell.css'

const NoticePanel = lazy(() => import('./NoticePanel.tsx'))

/** Header button with the number of unread notifications. Opens the panel. */
export function NoticeBell() {
  const [isOpen, setOpen] = useState(false)
  const [wasOpened, setOpened] = useState(false)
  const { data } = useNotices()
  const unread = data?.pages[0]?.unread ?? 0
  const open = () => {
    setOpened(true)
    setOpen(true)
  }
  return (
    <span className="notice-bell">
      <IconButton icon="bell" label={texts.open(unread)} aria-haspopup="dialog" onClick={open} />
      {unread > 0 && (
        <span className="notice-bell__count" aria-hidden="true">
          {unread > 99 ? texts.most : unread}
        </span>
      )}
      {wasOpened && (
        <Suspense>
          <NoticePanel isOpen={isOpen} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </span>
  )
}
