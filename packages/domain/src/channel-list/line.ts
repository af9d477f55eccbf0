import { type ChannelLinkRefusal, type ChannelReference, parseChannelAddress } from '../channel-url.ts'
import { parseVideoLink } from '../video-url.ts'

/**
 * `video`: it is one, and not a channel · `too_deep`, `too_long`: from here on the list was not read · `cut_off`: a file of
 * which the end is missing · `no_subscriptions`: a file of an app about something else.
 */
export type LineRefusal =
  | Exclude<ChannelLinkRefusal, 'empty'>
  | 'video'
  | 'too_deep'
  | 'too_long'
  | 'cut_off'
  | 'no_subscriptions'

/** What a list names: a channel, with the title that the list gives it, or something that is none. */
export type ListedLine =
  | { kind: 'channel'; text: string; channel: ChannelReference; title: string }
  | { kind: 'refused'; text: string; reason: LineRefusal }

/** The most that is read of one list; nobody follows so many. */
export const MAX_LINES = 10_000

/** Reads one address, handle or id, and no words around it: a title or a description may have another. `text` is what its user recognises the line by. */
export const readLine = (link: string, title = '', text = link): ListedLine => {
  const found = parseChannelAddress(link)
  if (found.kind === 'channel') return { kind: 'channel', text, channel: found.channel, title }
  const isVideo = found.reason === 'not_a_channel' && parseVideoLink(link).kind === 'video'
  return refusedLine(text, isVideo ? 'video' : found.reason === 'empty' ? 'not_a_link' : found.reason)
}

export const refusedLine = (text: string, reason: LineRefusal): ListedLine => ({ kind: 'refused', text, reason })
