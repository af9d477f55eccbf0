import type { Notice } from '@recaps/contract'
import { useEffect } from 'react'
import { toProblem } from '../../api/problem.ts'
import { Button, IconButton } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { PartFailed } from '../../ui/PartFailed.tsx'
import { ShowMore } from '../../ui/ShowMore.tsx'
import { Bone, Skeleton } from '../../ui/Skeleton.tsx'
import { useDeleteNotification, useDeleteReadNotifications } from './delete-notifications.ts'
import { useMarkNotificationsRead } from './mark-read.ts'
import { NotificationRow } from './NotificationRow.tsx'
import { useNotifications } from './queries.ts'
import { texts } from './texts.ts'
import './notification-panel.css'

/** The user's notifications. They are marked as read once shown. */
export default function NotificationPanel({ isOpen, onClose }: { isOpen: boolean; onClose(): void }) {
  return (
    <Dialog kind="panel" label={texts.title} isOpen={isOpen} onClose={onClose}>
      <div className="notification-panel__head">
        <h2>{texts.title}</h2>
        <IconButton icon="close" label={texts.close} onClick={onClose} />
      </div>
      <Notifications onLeave={onClose} />
    </Dialog>
  )
}

function Notifications({ onLeave }: { onLeave(): void }) {
  const list = useNotifications({ isOpened: true })
  const isRefreshing = list.isFetching && !list.isFetchedAfterMount
  const markRead = useMarkNotificationsRead()
  const notices = list.data?.pages.flatMap(page => page.data) ?? []
  const unread = list.data?.pages[0]?.unread ?? 0
  // biome-ignore lint/correctness/useExhaustiveDependencies: once per new notification and page, not when the count changes.
  useEffect(() => {
    // Marking as read earlier would let the refreshed list arrive without its "new" markers.
    if (isRefreshing) return
    const unreadIds = notices.filter(({ readAt }) => readAt === null).map(({ id }) => id)
    if (unread > 0 && unreadIds.length > 0) markRead(unreadIds)
  }, [notices[0]?.id, notices.at(-1)?.id, isRefreshing, markRead])

  const remove = useDeleteNotification()
  if (list.isPending || (notices.length === 0 && isRefreshing)) return <ListSkeleton />
  if (list.isError && !list.data) {
    return (
      <PartFailed query={list} retry={texts.retry}>
        {texts.failed}
      </PartFailed>
    )
  }
  if (notices.length === 0) return <p className="notification-panel__empty">{texts.empty}</p>
  return (
    <>
      <DeleteRead shown={notices} />
      <ul className="notification-panel__list" aria-label={texts.title}>
        {notices.map(notice => (
          <NotificationRow key={notice.id} notice={notice} onLeave={onLeave} onDelete={() => remove(notice.id)} />
        ))}
      </ul>
      <ShowMore list={list} texts={texts} sentence={toProblem(list.error).sentence} />
    </>
  )
}

function DeleteRead({ shown }: { shown: readonly Notice[] }) {
  const removeRead = useDeleteReadNotifications(shown)
  if (shown.every(({ readAt }) => readAt === null)) return null
  return (
    <p className="notification-panel__all">
      <Button kind="quiet" isSmall icon="trash" isBusy={removeRead.isPending} onClick={() => removeRead.mutate()}>
        {texts.deleteRead}
      </Button>
    </p>
  )
}

const ListSkeleton = () => (
  <Skeleton label={texts.loading}>
    {[1, 2, 3].map(row => (
      <div className="notification" key={row}>
        <Bone width="2.25rem" height="2.25rem" />
        <div className="notification__words">
          <Bone width="80%" />
          <Bone width="95%" height="0.875rem" />
        </div>
      </div>
    ))}
  </Skeleton>
)
