import type { ReactNode } from 'react'
import './EmptyState.css'
import { Icon, type IconName } from './Icon.tsx'

interface Props {
  icon: IconName
  title: string
  /** Heading level: 1 if this is the whole page. */
  level?: 1 | 2
  children?: ReactNode
  action?: ReactNode
}

/** Shown when a screen is empty: one sentence that says why, and one action. */
export function EmptyState({ icon, title, level = 2, children, action }: Props) {
  const Heading = level === 1 ? 'h1' : 'h2'
  return (
    <div className="empty-state">
      <span className="empty-state__icon">
        <Icon name={icon} />
      </span>
      <Heading className="empty-state__title">{title}</Heading>
      {children && <p className="empty-state__text">{children}</p>}
      {action}
    </div>
  )
}
