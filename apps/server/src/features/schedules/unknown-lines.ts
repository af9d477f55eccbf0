import type { LineError } from '@recaps/domain/channel-list/line'

/** Why a line of a list is not a channel. */
export type UnknownReason = LineError | 'not_there' | 'not_answered' | 'too_many_names' | 'too_many'

export const unknownLineMessages: Record<UnknownReason, string> = {
  not_a_link: 'This isn’t a channel link, handle or ID.',
  not_youtube: 'This isn’t a YouTube link.',
  not_a_channel: 'This YouTube page isn’t a channel.',
  video: 'This is a video. Paste the link to its channel.',
  malformed_id: 'This ID or handle is incomplete.',
  too_deep: 'Folders are nested too deeply, so the rest of the list was skipped.',
  too_long: 'This list is too long, so the rest was skipped. Import it in parts.',
  cut_off: 'This file is incomplete. Export it again.',
  no_subscriptions: 'This file has no subscriptions in it. Export your subscriptions from the app.',
  not_there: 'We couldn’t find this channel on YouTube.',
  not_answered: 'YouTube didn’t respond in time. Import this channel again.',
  too_many_names: 'You can import up to 50 handles and names at a time. Import the rest next.',
  too_many: 'You can import up to 500 channels at a time. Import the rest next.',
}
