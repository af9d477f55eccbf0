import type { LineRefusal } from '@recaps/domain/channel-list/line'

/** Why a line of a list became no channel. */
export type UnknownReason = LineRefusal | 'not_there' | 'not_answered' | 'too_many_names' | 'too_many'

export const unknownSentences: Record<UnknownReason, string> = {
  not_a_link: 'This is no link, handle or id of a channel.',
  not_youtube: 'This leads elsewhere than to YouTube.',
  not_a_channel: 'This page of YouTube is no channel.',
  video: 'This is a video. Paste the link of its channel.',
  malformed_id: 'This id or handle is not whole.',
  too_deep: 'Folders in folders so deep are not read: what follows was left out.',
  too_long: 'The list is too long: what follows was left out. Bring it in parts.',
  cut_off: 'This file is not whole. Export it again.',
  no_subscriptions: 'This file lists no subscriptions. Export those of the app.',
  not_there: 'YouTube has no such channel.',
  not_answered: 'YouTube did not answer in time. Bring this one again.',
  too_many_names: 'At most 50 handles and names are looked up at a time. Bring the rest after these.',
  too_many: 'At most 500 channels are read at a time. Bring the rest after these.',
}
