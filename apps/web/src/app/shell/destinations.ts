import type { IconName } from '../../ui/Icon.tsx'

export interface Destination {
  path: string
  label: string
  /** Under the icon on phones, where the full name has no room. */
  shortLabel?: string
  icon: IconName
  /** Second key of the shortcut that starts with G. */
  key?: string
  /** Whether it has a tab on phones; the menu has it always. */
  isTab?: boolean
  /** Begins a group of its own in the menu. */
  hasDivider?: boolean
}

/** The places of the app, in the order of the menu. Only what exists is in it. */
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
