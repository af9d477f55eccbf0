import type { VideoChannel } from '@recaps/contract/youtube'
import { type ChannelReference, textOfChannel } from '@recaps/domain/channel-url'
import { ProviderError } from '../../errors.ts'
import type { Youtube } from '../youtube/service.ts'
import type { UnknownReason } from './unknown-lines.ts'

/** A channel in an imported list. */
export interface Listed {
  channel: ChannelReference
  /** Empty if the list has none. */
  title: string
}

export type LookedUp = VideoChannel | Extract<UnknownReason, 'not_there' | 'not_answered' | 'too_many_names'>

const maxLookUps = 50
const concurrency = 4
const deadlineMs = 20_000

/**
 * Resolves listed channels, keyed by `textOfChannel`. An id with a title needs no request. An id without a title is accepted
 * as it is if YouTube does not respond.
 */
export const createLookUps =
  (youtube: Pick<Youtube, 'channel'>) =>
  async (listed: readonly Listed[]): Promise<Map<string, LookedUp>> => {
    const toLookUp = listed.filter(needsLookUp)
    const answers = new Map<string, LookedUp>()
    const signal = AbortSignal.timeout(deadlineMs)
    const next = toLookUp.slice(0, maxLookUps).values()
    const lookUpNext = async () => {
      for (const { channel } of next) answers.set(textOfChannel(channel), await lookUp(youtube, channel, signal))
    }
    await Promise.all(Array.from({ length: concurrency }, lookUpNext))
    return new Map(
      listed.map(item => [textOfChannel(item.channel), outcomeOf(item, answers.get(textOfChannel(item.channel)))]),
    )
  }

const needsLookUp = ({ channel, title }: Listed): boolean => channel.by !== 'id' || title === ''

async function lookUp(
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

function outcomeOf({ channel, title }: Listed, answer: LookedUp = 'too_many_names'): LookedUp {
  const isUnresolved = answer === 'not_answered' || answer === 'too_many_names'
  return channel.by === 'id' && isUnresolved ? bareChannel(channel.channelId, title) : answer
}

const bareChannel = (id: string, title: string): VideoChannel => ({
  id,
  title,
  description: '',
  thumbnails: { default: '', medium: '', high: '' },
})
