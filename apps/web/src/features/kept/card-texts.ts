import { isPhone } from '../../device/is-phone.ts'

/** Of the card in the settings alone. */
export const cardTexts = {
  title: 'Kept offline',
  lead: 'Summaries with their sound that this device plays without a network. Logging out removes them.',
  none: 'Nothing yet. “Keep offline” stands beside Listen on every summary.',
  total: (count: number, size: string) => `${count} ${count === 1 ? 'summary' : 'summaries'}, ${size}.`,
  room: (size: string) => `This ${isPhone ? 'phone' : 'browser'} has room for ${size} more.`,
  remove: 'Remove',
  removeOne: (title: string) => `Remove ${title}`,
  removeAll: 'Remove all',
  loading: 'Looking at this device',
  failed: 'What is kept on this device could not be read.',
  retry: 'Try again',
} as const
