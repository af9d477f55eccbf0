import type { Clock } from '../../ports/clock.ts'
import type { ChannelUploads } from '../../ports/uploads.ts'
import type { Attempts } from '../youtube/attempts.ts'
import { videoFailure } from '../youtube/failure.ts'
import type { InnertubeSession } from '../youtube/session.ts'
import { type ChannelPage, parseChannelPage } from './channel-page.ts'

export interface InnertubeUploadsDeps {
  /** Must use the WEB client only. */
  attempts: Attempts
  session: InnertubeSession
  clock: Clock
}

/** The Videos tab of a channel. */
const videosTab = 'EgZ2aWRlb3PyBgQKAjoA'

/** Reads the channel page of youtube.com. Its dates are rounded, and with some 400 KB it is ten times as large as a feed. */
export const innertubeUploads = ({ attempts, session, clock }: InnertubeUploadsDeps): ChannelUploads => {
  const readPage = <T>(
    channelId: string,
    signal: AbortSignal | undefined,
    read: (page: ChannelPage, provider: string) => T,
  ): Promise<T> =>
    attempts(
      channelId,
      async attempt => {
        const args = { browseId: channelId, params: videosTab }
        const page = parseChannelPage(await session.request({ ...attempt, endpoint: '/browse', args }), clock.now())
        if (page === null) throw videoFailure(attempt.provider, 'parse_changed', { detail: 'no channel page' })
        return read(page, attempt.provider)
      },
      { signal },
    )

  return {
    newest: (channelId, { signal } = {}) =>
      readPage(channelId, signal, (page, provider) => {
        if (page.kind === 'there') return { kind: 'list', title: page.title, uploads: page.uploads }
        throw videoFailure(provider, page.kind === 'age_restricted' ? 'age_restricted' : 'not_found')
      }),
    channelStatus: (channelId, { signal } = {}) =>
      readPage(channelId, signal, ({ kind }) => (kind === 'age_restricted' ? 'there' : kind)),
  }
}
