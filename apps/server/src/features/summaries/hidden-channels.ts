import type { HiddenChannel } from '@recaps/contract/popular'
import { maxHiddenChannels } from '@recaps/domain/popularity'
import type { Db } from '../../database/open.ts'
import { AppError } from '../../errors.ts'
import type { Clock } from '../../ports/clock.ts'
import { lockCaller } from './account-lock.ts'
import {
  deleteHiddenChannel,
  deleteUserHiddenChannels,
  findHiddenChannels,
  findPopularChannel,
  insertHiddenChannel,
} from './hidden-channels-repository.ts'

const tooMany = `You have hidden ${maxHiddenChannels} channels, the maximum. Unhide some of them in Settings, then hide this one.`

export function createHiddenChannels({ db, clock }: { db: Db; clock: Clock }) {
  return {
    of: async (userId: number): Promise<HiddenChannel[]> =>
      (await findHiddenChannels(db, userId)).map(({ channel_id, channel, hidden_at }) => ({
        channelId: channel_id,
        channel,
        hiddenAt: hidden_at.toISOString(),
      })),

    /** Only for channels in the popular list: the answer must not reveal which other channels have summaries here. */
    async hide(userId: number, channelId: string): Promise<void> {
      await db.transaction().execute(async trx => {
        await lockCaller(trx, userId)
        const hidden = await findHiddenChannels(trx, userId)
        if (hidden.some(row => row.channel_id === channelId)) return
        const channel = await findPopularChannel(trx, channelId)
        if (channel === undefined) throw new AppError('not_found', 'This channel is no longer in Popular.')
        if (hidden.length >= maxHiddenChannels) throw new AppError('invalid_request', tooMany)
        await insertHiddenChannel(trx, { userId, channelId, channel, now: clock.now() })
      })
    },

    async show(userId: number, channelId: string): Promise<void> {
      await deleteHiddenChannel(db, userId, channelId)
    },

    deleteForUser: deleteUserHiddenChannels,
  }
}
