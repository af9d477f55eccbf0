import { isPhone } from '../../device/is-phone.ts'

/** Texts of the settings card, which is loaded separately. */
export const cardTexts = {
  title: 'Saved offline',
  lead: 'Read and listen to these summaries without a connection. Logging out removes them.',
  none: 'Nothing saved yet. “Save offline” is next to Listen on every summary.',
  total: (count: number, size: string) => `${count} ${count === 1 ? 'summary' : 'summaries'}, ${size}.`,
  available: (size: string) => `${size} available ${isPhone ? 'on this phone' : 'in this browser'}.`,
  remove: 'Remove',
  removeOne: (title: string) => `Remove ${title}`,
  removeAll: 'Remove all',
  loading: 'Loading saved summaries',
  failed: 'Couldn’t load your saved summaries.',
  retry: 'Try again',
} as const
