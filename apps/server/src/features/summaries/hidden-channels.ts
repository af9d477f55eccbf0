import type { HiddenChannel } from '@recaps/contract/popular'
import { hiddenChannelsAtMost } from '@recaps/domain/popularity'
import type { Db } from '../../database/open.ts'
import { AppError } from '../../errors.ts'
import type { Clock } from '../../ports/clock.ts'
import { lockCaller } from './account-lock.ts'
import {
  deleteHiddenChannel,
  deleteHiddenChannelsOf,
  findHiddenChannels,
  findPopularChannel,
  insertHiddenChannel,
} from './hidden-channels-repository.ts'

const tooMany = `You have hidden ${hiddenChannelsAtMost} channels, which is the most. Show some of them again under Settings, then hide this one.`

/** The channels that a reader does not want to meet in the popular list. */
export function createHiddenChannels({ db, clock }: { db: Db; clock: Clock }) {
  return {
    of: async (userId: number): Promise<HiddenChannel[]> =>
      (await findHiddenChannels(db, userId)).map(({ channel_id, channel, hidden_at }) => ({
        channelId: channel_id,
        channel,
        hiddenAt: hidden_at.toISOString(),
      })),

    /** Only what the list has shown: whether anything else of a channel is known here is nobody's business. */
    async hide(userId: number, channelId: string): Promise<void> {
      await db.transaction().execute(async trx => {
        await lockCaller(trx, userId)
        const hidden = await findHiddenChannels(trx, userId)
        if (hidden.some(row => row.channel_id === channelId)) return
        const channel = await findPopularChannel(trx, channelId)
        if (channel === undefined) throw new AppError('not_found', 'Nothing of this channel is in Popular any more.')
        if (hidden.length >= hiddenChannelsAtMost) throw new AppError('invalid_request', tooMany)
        await insertHiddenChannel(trx, { userId, channelId, channel, now: clock.now() })
      })
    },

    async show(userId: number, channelId: string): Promise<void> {
      await deleteHiddenChannel(db, userId, channelId)
    },

    forgetUser: deleteHiddenChannelsOf,
  }
}
