import { type ChannelLinkError, type ChannelReference, parseChannelAddress } from '../channel-url.ts'
import { parseVideoLink } from '../video-url.ts'

/**
 * `video`: a video instead of a channel. `too_deep`, `too_long`: the rest of the list was not read. `cut_off`: the end of the
 * file is missing. `no_subscriptions`: an app's file without subscriptions.
 */
export type LineError =
  | Exclude<ChannelLinkError, 'empty'>
  | 'video'
  | 'too_deep'
  | 'too_long'
  | 'cut_off'
  | 'no_subscriptions'

/** An entry of a list: a channel with its title in the list, or a line that is not a channel. */
export type ListedLine =
  | { kind: 'channel'; text: string; channel: ChannelReference; title: string }
  | { kind: 'refused'; text: string; reason: LineError }

/** Maximum number of lines read from a list. Far more than any user follows. */
export const MAX_LINES = 10_000

/**
 * Reads a URL, handle or id without text around it, because titles and descriptions may contain other links. `text` is what the
 * user is shown for the line.
 */
export const readLine = (link: string, title = '', text = link): ListedLine => {
  const found = parseChannelAddress(link)
  if (found.kind === 'channel') return { kind: 'channel', text, channel: found.channel, title }
  const isVideo = found.reason === 'not_a_channel' && parseVideoLink(link).kind === 'video'
  return refusedLine(text, isVideo ? 'video' : found.reason === 'empty' ? 'not_a_link' : found.reason)
}

export const refusedLine = (text: string, reason: LineError): ListedLine => ({ kind: 'refused', text, reason })
