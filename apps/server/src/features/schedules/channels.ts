import type { WantedChannel } from '@recaps/contract/schedules'
import type { VideoChannel } from '@recaps/contract/youtube'
import { isChannelId } from '@recaps/domain/channel-url'
import { isPictureAddress } from '@recaps/domain/picture-address'
import { plainLine, plainText } from '@recaps/domain/plain-text'
import { AppError } from '../../errors.ts'

const descriptionChars = 1_000

/**
 * The channels as they are kept, each once. What they are called comes from the client and is text of strangers: no control
 * characters, no turned reading direction, and pictures from where YouTube keeps them or none.
 */
export function channelsFrom(wanted: readonly WantedChannel[]): VideoChannel[] {
  const wrong = wanted.find(({ id }) => !isChannelId(id))
  if (wrong)
    throw new AppError('invalid_request', `${plainLine(wrong.id) || 'Nothing'} is not the id of a YouTube channel.`)
  return [...new Map(wanted.map(channel => [channel.id, keep(channel)])).values()]
}

const keep = ({ id, title, description, thumbnails }: WantedChannel): VideoChannel => ({
  id,
  title: plainLine(title) || id,
  description: plainText(description.slice(0, descriptionChars)),
  thumbnails: {
    default: picture(thumbnails.default),
    medium: picture(thumbnails.medium),
    high: picture(thumbnails.high),
  },
})

const picture = (address: string): string => (isPictureAddress(address) ? address : '')
