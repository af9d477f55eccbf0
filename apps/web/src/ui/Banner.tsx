import type { ReactNode } from 'react'
import './Banner.css'
import { Icon, type IconName } from './Icon.tsx'

export type BannerTone = 'info' | 'warning' | 'danger' | 'success'

const icons: Record<BannerTone, IconName> = { info: 'info', warning: 'warning', danger: 'warning', success: 'check' }

/** One message that the user needs to see, with at most one action. Screen readers announce `danger` immediately. */
export function Banner({ tone, children, action }: { tone: BannerTone; children: ReactNode; action?: ReactNode }) {
  return (
    <div className={`banner banner--${tone}`} role={tone === 'danger' ? 'alert' : 'status'}>
      <div className="banner__body">
        <Icon name={icons[tone]} />
        <div className="banner__text">{children}</div>
      </div>
      {action && <div className="banner__action">{action}</div>}
    </div>
  )
}
