import { createHash } from 'node:crypto'
import type { FixtureChannel } from '../../fixtures/load.ts'
import type { TalkVideo } from './shelf.ts'

const VIDEOS = 15
const HOUR_MS = 3_600_000

/** The id of a channel that is made up of a number, for whoever needs channels by the thousand. */
export const madeUpChannelId = (number: number): string => `UCtwin${String(number).padStart(17, '0')}A`

/** The number in such an id; null in any other. */
export const numberOfChannel = (channelId: string): number | null => {
  const digits = /^UCtwin(\d{17})A$/.exec(channelId)?.[1]
  return digits === undefined ? null : Number(digits)
}

/** An id as YouTube gives them: eight bytes in base64url, the same for the same words. */
export const videoIdOf = (words: string): string =>
  createHash('sha256').update(words).digest().subarray(0, 8).toString('base64url')

export const madeUpChannel = (number: number, like: FixtureChannel): FixtureChannel => ({
  ...like,
  id: madeUpChannelId(number),
  handle: `@madeup${number}`,
  title: `Made-up channel ${number}`,
  description: 'There for its number.',
  videoCount: VIDEOS,
})

/** What it has published: the project's talks under other ids, one every three days, the newest a day or two ago. */
export const madeUpVideos = (
  channel: FixtureChannel,
  number: number,
  talks: readonly TalkVideo[],
  startedAt: Date,
): TalkVideo[] =>
  Array.from({ length: VIDEOS }, (_, at) => ({
    ...talks[(number + at) % talks.length]!,
    id: videoIdOf(`${channel.id}/${at}`),
    channelId: channel.id,
    channel,
    publishedAt: new Date(startedAt.getTime() - (24 + (number % 24) + 72 * at) * HOUR_MS),
  }))
