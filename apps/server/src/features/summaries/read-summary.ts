import { setTimeout } from 'node:timers/promises'
import { gunzipSync } from 'node:zlib'
import { isOutage } from '@recaps/contract/failures'
import type { Summary, SummaryAccess, SummaryItem } from '@recaps/contract/summaries'
import type { SummaryContent, Timing, TranscriptResponse } from '@recaps/contract/summary-content'
import { ProviderError } from '../../errors.ts'
import type { Session } from '../../http/router.ts'
import type { FetchedImage } from '../../ports/images.ts'
import type { Signer } from '../../ports/signer.ts'
import type { Summarizer } from '../../ports/summarizer.ts'
import type { Transcripts } from '../../ports/transcripts.ts'
import type { Thumbnails } from '../youtube/thumbnails.ts'
import { audioFileName, audioLink, readAudioLink, sharedAudioLink } from './audio-link.ts'
import { findAudioByFile } from './audios-repository.ts'
import type { CommunityReads } from './community-reads.ts'
import { type LostFilesDeps, transcriptLostError } from './lost-files.ts'
import { summaryNotFound } from './own-summary.ts'
import { noUrls, presentSummary, presentSummaryItem, type SummaryUrls } from './present.ts'
import { parsePublicId } from './public-ids.ts'
import { findTranscript } from './recaps-repository.ts'
import { hashShareToken, readShareToken } from './share-token.ts'
import {
  findContent,
  findSummariesOfRecaps,
  isReadable,
  type SummaryRow,
  updateSummary,
} from './summaries-repository.ts'
import { countNetworkView, countUserView } from './views.ts'
import { findOwnSummary, findPopularRecaps, findSharedSummary, withoutOwnerData } from './visibility.ts'

export interface SummaryReaderDeps extends LostFilesDeps {
  signer: Signer
  summarizer: Summarizer
  transcripts: Transcripts
  communityReads: CommunityReads
  thumbnails: Thumbnails
  /** Public base URL of the web app. */
  publicUrl: string
  /** A live session, or null. Audio links are bound to one. */
  sessionById(sessionId: number): Promise<Session | null>
}

/** A summary that the user may read, and why. */
interface ReadableSummary {
  row: SummaryRow
  access: SummaryAccess
}

/** The audio behind a link: the id of its row and its storage key. */
export interface LinkedAudio {
  id: number
  file: string
}

/** Audio links are valid for a day, so a link from the end of a month must still work at the start of the next. */
const audioLinkLifetimeMs = 24 * 3600 * 1000

/** How long the text waits for the audio timings, which are optional. */
const timingsTimeoutMs = 2_000

/** Read access to summaries for owners, holders of a share token and community readers. */
export function createSummaryReader(deps: SummaryReaderDeps) {
  const { db, clock, signer, storage, summarizer, communityReads, thumbnails } = deps

  const audioUrlFor = (row: SummaryRow, session: Session): string | null =>
    row.mp3_key ? audioLink({ summaryId: row.id, sessionId: session.sessionId }, row.mp3_key, signer, clock) : null

  function ownItem(row: SummaryRow, session: Session): SummaryItem {
    const shareToken = readShareToken(row, signer)
    const shareUrl = shareToken && `${deps.publicUrl}/history-detail/${shareToken}`
    return presentSummaryItem(row, {
      access: 'own',
      thumbnailUrl: thumbnails.addressOf(row.video_id),
      audioUrl: audioUrlFor(row, session),
      shareToken,
      shareUrl,
    })
  }

  /** Has an audio URL only once the user has opened it. */
  const communityItem = (row: SummaryRow, session: Session, isOpened: boolean): SummaryItem => ({
    ...presentSummaryItem(row, {
      access: 'community',
      thumbnailUrl: thumbnails.addressOf(row.video_id),
      audioUrl: isOpened ? audioUrlFor(row, session) : null,
      shareToken: null,
      shareUrl: null,
    }),
    unread: !isOpened,
  })

  const itemOf = ({ row, access }: ReadableSummary, session: Session): SummaryItem =>
    access === 'own' ? ownItem(row, session) : communityItem(row, session, true)

  /**
   * Finds a summary that the user may read by its id or public id. Opening a popular one of others may use a community
   * read.
   */
  async function open(session: Session, id: number): Promise<ReadableSummary> {
    const recapId = parsePublicId(id)
    if (recapId === null) {
      const row = await findOwnSummary(db, session.userId, id)
      if (!row) throw summaryNotFound()
      return { row, access: 'own' }
    }
    const [own] = await findSummariesOfRecaps(db, session.userId, [recapId])
    if (own) return { row: own, access: 'own' }
    const [row] = await findPopularRecaps(db, [recapId])
    if (!row) throw summaryNotFound()
    await communityReads.open(session.userId, recapId)
    return { row, access: 'community' }
  }

  /** The text, cut to the requested length, and the audio timings of its sentences. */
  async function loadText(row: SummaryRow): Promise<{ content: SummaryContent; timings: Timing[] | null } | null> {
    const stored = isReadable(row) ? (await findContent(db, row.recap_id))?.content : null
    if (!stored) return null
    const timings = row.audio_state === 'ready' && row.timings_key ? await loadTimings(row.timings_key) : null
    return {
      content: summarizer.fit(stored as SummaryContent, row.max_length),
      timings: timings && unzip<Timing[]>(timings),
    }
  }

  /** Null if the storage does not answer: the text can be read without timings. */
  const loadTimings = (key: string): Promise<Uint8Array | null> =>
    Promise.race([storage.get(key).catch(nullInOutage), setTimeout(timingsTimeoutMs, null, { ref: false })])

  async function presentWithText(item: SummaryItem, row: SummaryRow): Promise<Summary> {
    const text = await loadText(row)
    return text
      ? presentSummary(item, summarizer.markdown(text.content), text.content, text.timings)
      : presentSummary(item, '', null, null)
  }

  async function sharedRow(token: string): Promise<SummaryRow> {
    const row = await findSharedSummary(db, hashShareToken(token))
    if (!row) throw summaryNotFound()
    return row
  }

  function audioBehind(row: SummaryRow | undefined, file: string): LinkedAudio {
    if (!row?.mp3_key || audioFileName(row.mp3_key) !== file) throw summaryNotFound()
    return { id: row.audio_id!, file: row.mp3_key }
  }

  const day = () => clock.now().toISOString().slice(0, 10)

  return {
    ownItem,
    communityItem,
    loadText,
    open,
    openedRecaps: (session: Session, recapIds: readonly number[]) =>
      communityReads.openedAmong(session.userId, recapIds),

    async detail(session: Session, id: number): Promise<Summary> {
      const summary = await open(session, id)
      return await presentWithText(itemOf(summary, session), summary.row)
    },

    /** The summary behind a share token. Its owner gets it as their own summary. */
    async shared(session: Session | null, token: string): Promise<Summary> {
      const row = await sharedRow(token)
      if (session?.userId === row.user_id) return await presentWithText(ownItem(row, session), row)
      const addresses: SummaryUrls = {
        ...noUrls,
        access: 'shared',
        thumbnailUrl: sharedThumbnailLink(token),
        audioUrl: row.mp3_key && sharedAudioLink(token, row.mp3_key),
      }
      return await presentWithText({ ...presentSummaryItem(withoutOwnerData(row), addresses), unread: false }, row)
    },

    /** Link-preview metadata of a share link, or null. Not counted as a view. */
    async cardOf(token: string): Promise<{ title: string; description: string | null; image: string | null } | null> {
      const row = await findSharedSummary(db, hashShareToken(token))
      if (!row) return null
      const { videoInfo, headline } = presentSummaryItem(withoutOwnerData(row), noUrls)
      const image = new URL(sharedThumbnailLink(token), deps.publicUrl).href
      return { title: videoInfo.title, description: headline, image }
    },

    async transcript(session: Session, id: number): Promise<TranscriptResponse> {
      const { row } = await open(session, id)
      const transcript = isReadable(row) ? await findTranscript(db, row.transcript_id!) : undefined
      if (!transcript) throw summaryNotFound()
      const packed = await storage.get(transcript.storage_key)
      if (!packed) throw await transcriptLostError(transcript, deps)
      const content = (await findContent(db, row.recap_id))?.content
      const segments = await deps.transcripts.segments(packed)
      return {
        kind: transcript.kind,
        language: transcript.language,
        quality: content?.transcript.quality ?? '',
        segments: segments.map(({ startMs, endMs, text, speaker }) => ({
          startMs,
          endMs,
          text,
          ...(speaker ? { speaker } : {}),
        })),
      }
    },

    async view(session: Session, id: number): Promise<void> {
      const { row, access } = await open(session, id)
      if (!isReadable(row)) return
      await db.transaction().execute(async trx => {
        const summaryId = access === 'own' ? row.id : null
        await countUserView(trx, { recapId: row.recap_id, summaryId }, session.userId, day())
        if (access === 'own' && row.opened_at === null)
          await updateSummary(trx, row.id, { opened_at: clock.now() }, clock.now())
      })
    },

    /** Visitors who are not signed in are counted by a hash of their network that changes every day. */
    async viewShared(session: Session | null, network: string, token: string): Promise<void> {
      const row = await sharedRow(token)
      const view = { recapId: row.recap_id, summaryId: row.id }
      const networkHash = signer.sign('viewer', `${day()}|${network}`).slice(0, 16)
      await db
        .transaction()
        .execute(trx =>
          session ? countUserView(trx, view, session.userId, day()) : countNetworkView(trx, view, networkHash, day()),
        )
    },

    /** The audio behind a signed link. Requires a valid signature, a live session and access to the summary. */
    async linkedAudio(link: Parameters<typeof readAudioLink>[0]): Promise<LinkedAudio> {
      const grant = readAudioLink(link, signer, clock)
      const session = grant && (await deps.sessionById(grant.sessionId))
      if (!grant || !session) throw summaryNotFound()
      const recapId = parsePublicId(grant.summaryId)
      if (recapId === null) return audioBehind(await findOwnSummary(db, session.userId, grant.summaryId), link.file)
      const since = new Date(clock.now().getTime() - audioLinkLifetimeMs)
      if (!(await communityReads.isOpened(session.userId, recapId, since))) throw summaryNotFound()
      const [row] = await findPopularRecaps(db, [recapId])
      // A longer version may have been generated since then; the link keeps playing its own.
      const audio = row && (await findAudioByFile(db, recapId, link.file))
      if (!audio?.mp3_key) throw summaryNotFound()
      return { id: audio.id, file: audio.mp3_key }
    },

    async sharedThumbnail(token: string): Promise<FetchedImage> {
      const { video_id: videoId } = await sharedRow(token)
      return await thumbnails.picture({ videoId, isFresh: false })
    },

    async sharedAudio(link: { token: string; file: string }): Promise<LinkedAudio> {
      return audioBehind(await sharedRow(link.token), link.file)
    },
  }
}

export type SummaryReader = ReturnType<typeof createSummaryReader>

/** The share token grants access to the thumbnail while the summary is shared: link previews have no other credential. */
const sharedThumbnailLink = (token: string): string => `/thumbnails/shared/${token}.jpg`

function nullInOutage(error: unknown): null {
  if (error instanceof ProviderError && isOutage(error.code)) return null
  throw error
}

const unzip = <T>(bytes: Uint8Array): T => JSON.parse(gunzipSync(bytes).toString('utf8')) as T
