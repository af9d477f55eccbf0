import { describeFailure } from '@recaps/contract/failures'
import type { SummaryContent } from '@recaps/contract/summary-content'
import type { Db } from '../../../database/open.ts'
import type { UnsubscribeLinks } from '../../notifications/unsubscribe-links.ts'
import type { Users } from '../../users/service.ts'
import type { Digest, DigestVideo } from './digest.ts'
import { type DigestRow, digestRows, digestRun } from './repository.ts'

export interface DigestLoaderDeps {
  db: Db
  users: Pick<Users, 'byId' | 'storedSettings'>
  unsubscribing: Pick<UnsubscribeLinks, 'pathFor'>
}

const wordsPerMinute = 230

/** Loads the current content of a run's digest; null if nothing is left in it or the user gets no digests by mail. */
export function createDigestLoader({ db, users, unsubscribing }: DigestLoaderDeps) {
  return async (runId: number): Promise<Digest | null> => {
    const run = await digestRun(db, runId)
    const user = run && (await users.byId(run.user_id))
    if (!run || !user) return null
    // Since the run, the user may have unsubscribed or changed to an unconfirmed address.
    if (!user.email_verified_at || !(await users.storedSettings(user.id))?.mail.digest) return null
    const rows = await digestRows(db, runId)
    const videos = rows.filter(row => row.recap_state === 'readable' && row.content).map(toDigestVideo)
    const failed = rows.flatMap(row =>
      row.recap_state === 'failed' && row.code
        ? [{ ...sourceOf(row), sentence: describeFailure(row.code, false).sentence }]
        : [],
    )
    const listed = rows.flatMap((row): Digest['listed'] => {
      if (row.state === 'listed') return [{ ...sourceOf(row), reason: 'monthly_limit' }]
      return row.told_in === null ? [{ ...sourceOf(row), reason: 'late' }] : []
    })
    if (videos.length + failed.length + listed.length === 0) return null
    return {
      runId,
      user: { firstName: user.first_name },
      dueAt: run.due_at,
      timezone: user.timezone,
      nextRunAt: run.disabled === false ? run.next_run_at : null,
      videos,
      failed,
      listed,
      unsubscribePath: unsubscribing.pathFor(user.id, 'digest'),
    }
  }
}

const sourceOf = (row: DigestRow) => ({ title: row.title, channel: row.channel, videoId: row.video_id })

export function toDigestVideo(row: DigestRow): DigestVideo {
  const content = row.content as SummaryContent
  return {
    ...sourceOf(row),
    summaryId: row.summary_id!,
    channelId: row.channel_id,
    durationMs: row.duration_ms,
    readMs: Math.max(1, Math.round((row.words ?? 0) / wordsPerMinute)) * 60_000,
    listenMs: row.audio_state === 'ready' ? row.audio_ms : null,
    points: content.inThreePoints.map(({ text, cites }) => ({ text, startMs: cites[0]?.startMs ?? 0 })),
  }
}
