import type { IconName } from '../../ui/Icon.tsx'

export interface Destination {
  path: string
  label: string
  /** Label of the tab on phones, where the full one does not fit. */
  shortLabel?: string
  icon: IconName
  /** Second key of its shortcut, after G. */
  key?: string
  /** Whether it has a tab on phones. The menu has all of them. */
  isTab?: boolean
  /** Starts a new group in the menu. */
  hasDivider?: boolean
}

/** The main pages, in menu order. */
export const destinations: readonly Destination[] = [
  { path: '/tabs/dashboard', label: 'Schedule', shortLabel: 'Schedule', icon: 'calendar', key: 'd', isTab: true },
  {
    path: '/tabs/summarize',
    label: 'Generate Summary',
    shortLabel: 'Generate',
    icon: 'generate',
    key: 's',
    isTab: true,
  },
  { path: '/tabs/history', label: 'My Summaries', shortLabel: 'Summaries', icon: 'library', key: 'h', isTab: true },
  { path: '/tabs/popular', label: 'Popular', shortLabel: 'Popular', icon: 'popular', key: 'p', isTab: true },
  { path: '/account', label: 'Profile', icon: 'person', hasDivider: true },
  { path: '/settings', label: 'Settings', icon: 'settings' },
  { path: '/support', label: 'Support', icon: 'support' },
]
