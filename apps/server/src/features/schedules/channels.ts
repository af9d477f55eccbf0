import type { ChannelInput } from '@recaps/contract/schedules'
import type { VideoChannel } from '@recaps/contract/youtube'
import { isChannelId } from '@recaps/domain/channel-url'
import { isPictureUrl } from '@recaps/domain/picture-url'
import { plainLine, plainText } from '@recaps/domain/plain-text'
import { AppError } from '../../errors.ts'

const descriptionChars = 1_000

/**
 * Channels as they are stored, without duplicates. Names and descriptions come from the client and are untrusted: control and
 * bidirectional characters are removed, and only pictures from YouTube's hosts are accepted.
 */
export function sanitizeChannels(channels: readonly ChannelInput[]): VideoChannel[] {
  const invalid = channels.find(({ id }) => !isChannelId(id))
  if (invalid) throw new AppError('invalid_request', `“${plainLine(invalid.id)}” is not a YouTube channel ID.`)
  return [...new Map(channels.map(channel => [channel.id, sanitize(channel)])).values()]
}

const sanitize = ({ id, title, description, thumbnails }: ChannelInput): VideoChannel => ({
  id,
  title: plainLine(title) || id,
  description: plainText(description.slice(0, descriptionChars)),
  thumbnails: {
    default: picture(thumbnails.default),
    medium: picture(thumbnails.medium),
    high: picture(thumbnails.high),
  },
})

const picture = (address: string): string => (isPictureUrl(address) ? address : '')
