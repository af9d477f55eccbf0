import type { Notice, NoticeKind } from '@recaps/contract'
import { isLocalPath } from '@recaps/domain/local-path'
import { useEffect } from 'react'
import { Link } from 'react-router'
import { Banner } from '../../ui/Banner.tsx'
import { Button, IconButton } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Icon, type IconName } from '../../ui/Icon.tsx'
import { Bone, Skeleton } from '../../ui/Skeleton.tsx'
import { dayAndTime } from '../../ui/time.ts'
import { useNotices, useReadNotices } from './queries.ts'
import { texts } from './texts.ts'
import './notice-panel.css'

const icons: Record<NoticeKind, IconName> = {
  digest: 'library',
  channel_paused: 'pause',
  channel_back: 'check',
  schedule_paused: 'pause',
  mail_failed: 'mail',
  payment: 'info',
}

/** What happened; it counts as read once it was opened. */
export default function NoticePanel({ isOpen, onClose }: { isOpen: boolean; onClose(): void }) {
  return (
    <Dialog kind="panel" label={texts.title} isOpen={isOpen} onClose={onClose}>
      <div className="notice-panel__head">
        <h2>{texts.title}</h2>
        <IconButton icon="close" label={texts.close} onClick={onClose} />
      </div>
      <NoticeList onLeave={onClose} />
    </Dialog>
  )
}

function NoticeList({ onLeave }: { onLeave(): void }) {
  const list = useNotices()
  const { mutate: read } = useReadNotices()
  const hasUnread = (list.data?.pages[0]?.unread ?? 0) > 0
  useEffect(() => {
    if (hasUnread) read()
  }, [hasUnread, read])

  const notices = list.data?.pages.flatMap(page => page.data) ?? []
  if (list.isPending) return <ListSkeleton />
  if (list.isError && !list.data) {
    return (
      <Banner
        tone="danger"
        action={
          <Button isSmall onClick={() => list.refetch()}>
            {texts.retry}
          </Button>
        }
      >
        {texts.failed}
      </Banner>
    )
  }
  if (notices.length === 0) return <p className="notice-panel__empty">{texts.empty}</p>
  return (
    <>
      <ul className="notice-panel__list" aria-label={texts.title}>
        {notices.map(notice => (
          <NoticeRow key={notice.id} notice={notice} onLeave={onLeave} />
        ))}
      </ul>
      {list.hasNextPage && (
        <Button isWide isBusy={list.isFetchingNextPage} onClick={() => list.fetchNextPage()}>
          {texts.more}
        </Button>
      )}
    </>
  )
}

function NoticeRow({ notice: { kind, title, body, path, createdAt, readAt }, onLeave }: RowProps) {
  return (
    <li className="notice" data-unread={readAt === null ? '' : undefined}>
      <span className="notice__icon">
        <Icon name={icons[kind]} />
      </span>
      <div className="notice__words">
        <Link className="notice__title" to={isLocalPath(path) ? path : '/'} onClick={onLeave}>
          {readAt === null && <span className="visually-hidden">{texts.isNew} </span>}
          <bdi>{title}</bdi>
        </Link>
        {body && (
          <p className="notice__body" dir="auto">
            {body}
          </p>
        )}
        <time className="notice__when" dateTime={createdAt}>
          {dayAndTime(createdAt)}
        </time>
      </div>
    </li>
  )
}

interface RowProps {
  notice: Notice
  onLeave(): void
}

const ListSkeleton = () => (
  <Skeleton label={texts.loading}>
    {[1, 2, 3].map(row => (
      <div className="notice" key={row}>
        <Bone width="2.25rem" height="2.25rem" />
        <div className="notice__words">
          <Bone width="80%" />
          <Bone width="95%" height="0.875rem" />
        </div>
      </div>
    ))}
  </Skeleton>
)
