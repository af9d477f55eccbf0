import type { VideoChannel } from '@recaps/contract/youtube'
import { type ChannelReference, formatChannelReference } from '@recaps/domain/channel-url'
import { ProviderError } from '../../errors.ts'
import type { Youtube } from '../youtube/service.ts'
import type { UnknownReason } from './unknown-lines.ts'

/** A channel in an imported list. */
export interface ListedChannel {
  channel: ChannelReference
  /** Empty if the list has none. */
  title: string
}

export type ResolvedChannel = VideoChannel | Extract<UnknownReason, 'not_there' | 'not_answered' | 'too_many_names'>

const maxLookUps = 50
const concurrency = 4
const deadlineMs = 20_000

/**
 * Resolves listed channels, keyed by `formatChannelReference`. An id with a title needs no request. An id without a title is accepted
 * as it is if YouTube does not respond.
 */
export const createChannelResolver =
  (youtube: Pick<Youtube, 'channel'>) =>
  async (listed: readonly ListedChannel[]): Promise<Map<string, ResolvedChannel>> => {
    const toLookUp = listed.filter(needsLookUp)
    const answers = new Map<string, ResolvedChannel>()
    const signal = AbortSignal.timeout(deadlineMs)
    const next = toLookUp.slice(0, maxLookUps).values()
    const lookUpNext = async () => {
      for (const { channel } of next)
        answers.set(formatChannelReference(channel), await lookUp(youtube, channel, signal))
    }
    await Promise.all(Array.from({ length: concurrency }, lookUpNext))
    return new Map(
      listed.map(item => [
        formatChannelReference(item.channel),
        outcomeOf(item, answers.get(formatChannelReference(item.channel))),
      ]),
    )
  }

const needsLookUp = ({ channel, title }: ListedChannel): boolean => channel.by !== 'id' || title === ''

async function lookUp(
  youtube: Pick<Youtube, 'channel'>,
  channel: ChannelReference,
  signal: AbortSignal,
): Promise<ResolvedChannel> {
  if (signal.aborted) return 'not_answered'
  try {
    return (await youtube.channel(formatChannelReference(channel), signal)) ?? 'not_there'
  } catch (error) {
    if (error instanceof ProviderError || signal.aborted) return 'not_answered'
    throw error
  }
}

function outcomeOf({ channel, title }: ListedChannel, answer: ResolvedChannel = 'too_many_names'): ResolvedChannel {
  const isUnresolved = answer === 'not_answered' || answer === 'too_many_names'
  return channel.by === 'id' && isUnresolved ? bareChannel(channel.channelId, title) : answer
}

const bareChannel = (id: string, title: string): VideoChannel => ({
  id,
  title,
  description: '',
  thumbnails: { default: '', medium: '', high: '' },
})
