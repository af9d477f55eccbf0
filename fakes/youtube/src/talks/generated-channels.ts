import { createHash } from 'node:crypto'
import type { FixtureChannel } from '../../fixtures/load.ts'
import type { TalkVideo } from './talk-library.ts'

const VIDEOS = 15
const HOUR_MS = 3_600_000

/** Id of a generated channel, for tests and benchmarks that need thousands of channels. */
export const generatedChannelId = (number: number): string => `UCtwin${String(number).padStart(17, '0')}A`

/** The number of a generated channel; null for any other id. */
export const generatedChannelNumber = (channelId: string): number | null => {
  const digits = /^UCtwin(\d{17})A$/.exec(channelId)?.[1]
  return digits === undefined ? null : Number(digits)
}

/** A video id in YouTube's format (eight bytes in base64url), deterministic per seed. */
export const createVideoId = (seed: string): string =>
  createHash('sha256').update(seed).digest().subarray(0, 8).toString('base64url')

export const createGeneratedChannel = (number: number, template: FixtureChannel): FixtureChannel => ({
  ...template,
  id: generatedChannelId(number),
  handle: `@madeup${number}`,
  title: `Made-up channel ${number}`,
  description: 'There for its number.',
  videoCount: VIDEOS,
})

/** Videos of a generated channel: the project's talks under other ids, one every three days, the newest one or two days old. */
export const createGeneratedVideos = (
  channel: FixtureChannel,
  number: number,
  talks: readonly TalkVideo[],
  startedAt: Date,
): TalkVideo[] =>
  Array.from({ length: VIDEOS }, (_, at) => ({
    ...talks[(number + at) % talks.length]!,
    id: createVideoId(`${channel.id}/${at}`),
    channelId: channel.id,
    channel,
    publishedAt: new Date(startedAt.getTime() - (24 + (number % 24) + 72 * at) * HOUR_MS),
  }))
