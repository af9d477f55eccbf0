import type { Notice, NoticeKind } from '@recaps/contract'
import { isLocalPath } from '@recaps/domain/local-path'
import { Link } from 'react-router'
import { IconButton } from '../../ui/Button.tsx'
import { Icon, type IconName } from '../../ui/Icon.tsx'
import { formatDayAndTime } from '../../ui/time.ts'
import { useSwipe } from '../../ui/useSwipe.ts'
import { texts } from './texts.ts'

const icons: Record<NoticeKind, IconName> = {
  digest: 'library',
  channel_paused: 'pause',
  channel_back: 'check',
  schedule_paused: 'pause',
  mail_failed: 'mail',
  payment: 'info',
}

interface Props {
  notice: Notice
  onLeave(): void
  onDelete(): void
}

/** The whole row is a link. A swipe to the left or the button at its end deletes the notification. */
export function NotificationRow({ notice: { kind, title, body, path, createdAt, readAt }, onLeave, onDelete }: Props) {
  const swipe = useSwipe({ isOn: true, onLeft: onDelete })
  return (
    <li className="notification-panel__row">
      <div
        className="swipe-row notification"
        data-unread={readAt === null ? '' : undefined}
        data-left={texts.delete}
        {...swipe}
      >
        <span className="notification__icon">
          <Icon name={icons[kind]} />
        </span>
        <div className="notification__words">
          <Link className="notification__title clip-lines" to={isLocalPath(path) ? path : '/'} onClick={onLeave}>
            {readAt === null && <span className="visually-hidden">{texts.isNew} </span>}
            <bdi>{title}</bdi>
          </Link>
          {body && (
            <p className="notification__body clip-lines" dir="auto">
              {body}
            </p>
          )}
          <time className="notification__when" dateTime={createdAt}>
            {formatDayAndTime(createdAt)}
          </time>
        </div>
        <span className="notification__delete">
          <IconButton
            icon="trash"
            label={texts.deleteOne(title)}
            onClick={event => {
              focusNextTo(event.currentTarget)
              onDelete()
            }}
          />
        </span>
      </div>
    </li>
  )
}

/** Moves focus to the same button in the neighbouring row, because the row of `button` is about to disappear. */
function focusNextTo(button: HTMLElement): void {
  const row = button.closest('li')
  const neighbour = row?.nextElementSibling ?? row?.previousElementSibling
  neighbour?.querySelector('button')?.focus()
}
