import type { VideoChannel } from '@recaps/contract/youtube'
import { type ChannelReference, textOfChannel } from '@recaps/domain/channel-url'
import { ProviderError } from '../../errors.ts'
import type { Youtube } from '../youtube/service.ts'
import type { UnknownReason } from './unknown-lines.ts'

/** A channel that a list names. */
export interface Listed {
  channel: ChannelReference
  /** Empty where the list has none. */
  title: string
}

export type LookedUp = VideoChannel | Extract<UnknownReason, 'not_there' | 'not_answered' | 'too_many_names'>

const lookUpsAtMost = 50
const atATime = 4
const deadlineMs = 20_000

/**
 * Finds out which channels are meant. An id with a title needs no asking; an id alone stays certain where YouTube cannot be
 * asked. Answers by `textOfChannel`.
 */
export const createLookUps =
  (youtube: Pick<Youtube, 'channel'>) =>
  async (listed: readonly Listed[]): Promise<Map<string, LookedUp>> => {
    const asked = listed.filter(isAsked)
    const answers = new Map<string, LookedUp>()
    const signal = AbortSignal.timeout(deadlineMs)
    const next = asked.slice(0, lookUpsAtMost).values()
    const askOnAndOn = async () => {
      for (const { channel } of next) answers.set(textOfChannel(channel), await ask(youtube, channel, signal))
    }
    await Promise.all(Array.from({ length: atATime }, askOnAndOn))
    return new Map(
      listed.map(one => [textOfChannel(one.channel), settled(one, answers.get(textOfChannel(one.channel)))]),
    )
  }

const isAsked = ({ channel, title }: Listed): boolean => channel.by !== 'id' || title === ''

async function ask(
  youtube: Pick<Youtube, 'channel'>,
  channel: ChannelReference,
  signal: AbortSignal,
): Promise<LookedUp> {
  if (signal.aborted) return 'not_answered'
  try {
    return (await youtube.channel(textOfChannel(channel), signal)) ?? 'not_there'
  } catch (error) {
    if (error instanceof ProviderError || signal.aborted) return 'not_answered'
    throw error
  }
}

function settled({ channel, title }: Listed, answer: LookedUp = 'too_many_names'): LookedUp {
  const isOpen = answer === 'not_answered' || answer === 'too_many_names'
  return channel.by === 'id' && isOpen ? bare(channel.channelId, title) : answer
}

const bare = (id: string, title: string): VideoChannel => ({
  id,
  title,
  description: '',
  thumbnails: { default: '', medium: '', high: '' },
})
