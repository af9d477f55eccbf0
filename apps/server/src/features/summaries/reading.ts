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
import { audioLink, fileOf, readAudioLink, sharedAudioLink } from './audio-link.ts'
import { findAudioByFile } from './audios-repository.ts'
import type { CommunityReads } from './community-reads.ts'
import { recapOf } from './handles.ts'
import { missing } from './own-entry.ts'
import { type Addresses, present, presentItem, unaddressed } from './present.ts'
import { findTranscript } from './recaps-repository.ts'
import { type EntryRow, findContent, findEntriesOn, isReadable, updateEntry } from './repository.ts'
import { lostTranscript, type RestoringDeps } from './restoring.ts'
import { hashOfToken, readShareToken } from './share-token.ts'
import { countNetworkView, countUserView } from './views.ts'
import { asSeenByOthers, findOwn, findPopular, findShared } from './visibility.ts'

export interface ReadingDeps extends RestoringDeps {
  signer: Signer
  summarizer: Summarizer
  transcripts: Transcripts
  communityReads: CommunityReads
  thumbnails: Thumbnails
  /** Where browsers reach the product. */
  publicUrl: string
  /** Whether a session still lives, for audio links that are bound to one. */
  sessionById(sessionId: number): Promise<Session | null>
}

/** A summary that its reader may see, and as what. */
interface Seen {
  row: EntryRow
  access: SummaryAccess
}

/** The audio behind a link: its row and its file. */
export interface LinkedAudio {
  id: number
  file: string
}

/** An audio link is good for a day: one made at the end of a month is used at the beginning of the next. */
const audioLinkLifeMs = 24 * 3600 * 1000

/** How long a reader waits for what the text can do without. */
const timingsMs = 2_000

/** What is done with a summary by whoever reads it: its owner, the holder of a share token, a community reader. */
export function createReading(deps: ReadingDeps) {
  const { db, clock, signer, storage, summarizer, communityReads, thumbnails } = deps

  const listened = (row: EntryRow, session: Session): string | null =>
    row.mp3_key ? audioLink({ summaryId: row.id, sessionId: session.sessionId }, row.mp3_key, signer, clock) : null

  function ownItem(row: EntryRow, session: Session): SummaryItem {
    const shareToken = readShareToken(row, signer)
    const shareUrl = shareToken && `${deps.publicUrl}/history-detail/${shareToken}`
    return presentItem(row, {
      access: 'own',
      thumbnailUrl: thumbnails.addressOf(row.video_id),
      audioUrl: listened(row, session),
      shareToken,
      shareUrl,
    })
  }

  /** Its sound has an address once it has been opened. */
  const communityItem = (row: EntryRow, session: Session, isOpened: boolean): SummaryItem => ({
    ...presentItem(row, {
      access: 'community',
      thumbnailUrl: thumbnails.addressOf(row.video_id),
      audioUrl: isOpened ? listened(row, session) : null,
      shareToken: null,
      shareUrl: null,
    }),
    unread: !isOpened,
  })

  const itemOf = ({ row, access }: Seen, session: Session): SummaryItem =>
    access === 'own' ? ownItem(row, session) : communityItem(row, session, true)

  /** Finds what the user may see under this number; a popular one of others is opened by it. */
  async function reach(session: Session, id: number): Promise<Seen> {
    const recapId = recapOf(id)
    if (recapId === null) {
      const row = await findOwn(db, session.userId, id)
      if (!row) throw missing()
      return { row, access: 'own' }
    }
    const [mine] = await findEntriesOn(db, session.userId, [recapId])
    if (mine) return { row: mine, access: 'own' }
    const [row] = await findPopular(db, [recapId])
    if (!row) throw missing()
    await communityReads.open(session.userId, recapId)
    return { row, access: 'community' }
  }

  /** The text as it is shown, cut to the length asked for, and when it is heard. */
  async function textOf(row: EntryRow): Promise<{ content: SummaryContent; timings: Timing[] | null } | null> {
    const stored = isReadable(row) ? (await findContent(db, row.recap_id))?.content : null
    if (!stored) return null
    const timings = row.audio_state === 'ready' && row.timings_key ? await timingsOf(row.timings_key) : null
    return {
      content: summarizer.fit(stored as SummaryContent, row.max_length),
      timings: timings && unzip<Timing[]>(timings),
    }
  }

  /** Null while the storage does not answer: the text can be read without them, and readers wait for it. */
  const timingsOf = (key: string): Promise<Uint8Array | null> =>
    Promise.race([storage.get(key).catch(nullInOutage), setTimeout(timingsMs, null, { ref: false })])

  async function show(item: SummaryItem, row: EntryRow): Promise<Summary> {
    const text = await textOf(row)
    return text
      ? present(item, summarizer.markdown(text.content), text.content, text.timings)
      : present(item, '', null, null)
  }

  async function sharedRow(token: string): Promise<EntryRow> {
    const row = await findShared(db, hashOfToken(token))
    if (!row) throw missing()
    return row
  }

  function audioBehind(row: EntryRow | undefined, file: string): LinkedAudio {
    if (!row?.mp3_key || fileOf(row.mp3_key) !== file) throw missing()
    return { id: row.audio_id!, file: row.mp3_key }
  }

  const day = () => clock.now().toISOString().slice(0, 10)

  return {
    ownItem,
    communityItem,
    textOf,
    reach,
    openedOf: (session: Session, recapIds: readonly number[]) => communityReads.openedAmong(session.userId, recapIds),

    async detail(session: Session, id: number): Promise<Summary> {
      const seen = await reach(session, id)
      return await show(itemOf(seen, session), seen.row)
    },

    /** For whoever has the token; its owner sees their own. */
    async shared(session: Session | null, token: string): Promise<Summary> {
      const row = await sharedRow(token)
      if (session?.userId === row.user_id) return await show(ownItem(row, session), row)
      const addresses: Addresses = {
        ...unaddressed,
        access: 'shared',
        thumbnailUrl: sharedThumbnailLink(token),
        audioUrl: row.mp3_key && sharedAudioLink(token, row.mp3_key),
      }
      return await show({ ...presentItem(asSeenByOthers(row), addresses), unread: false }, row)
    },

    /** What a link tells of the summary behind it before it is opened; null where it opens none. Nobody has seen it by that. */
    async cardOf(token: string): Promise<{ title: string; description: string | null; image: string | null } | null> {
      const row = await findShared(db, hashOfToken(token))
      if (!row) return null
      const { videoInfo, headline } = presentItem(asSeenByOthers(row), unaddressed)
      const image = new URL(sharedThumbnailLink(token), deps.publicUrl).href
      return { title: videoInfo.title, description: headline, image }
    },

    async transcript(session: Session, id: number): Promise<TranscriptResponse> {
      const { row } = await reach(session, id)
      const transcript = isReadable(row) ? await findTranscript(db, row.transcript_id!) : undefined
      if (!transcript) throw missing()
      const packed = await storage.get(transcript.storage_key)
      if (!packed) throw await lostTranscript(transcript, deps)
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
      const { row, access } = await reach(session, id)
      if (!isReadable(row)) return
      await db.transaction().execute(async trx => {
        const summaryId = access === 'own' ? row.id : null
        await countUserView(trx, { recapId: row.recap_id, summaryId }, session.userId, day())
        if (access === 'own' && row.opened_at === null)
          await updateEntry(trx, row.id, { opened_at: clock.now() }, clock.now())
      })
    },

    /** Signed out, a reader is known by a hash of their network alone, another one every day. */
    async viewShared(session: Session | null, network: string, token: string): Promise<void> {
      const row = await sharedRow(token)
      const viewed = { recapId: row.recap_id, summaryId: row.id }
      const hashed = signer.sign('viewer', `${day()}|${network}`).slice(0, 16)
      await db
        .transaction()
        .execute(trx =>
          session ? countUserView(trx, viewed, session.userId, day()) : countNetworkView(trx, viewed, hashed, day()),
        )
    },

    /** The audio behind a signed link, if the link is ours, its session lives, and its user may still see the summary. */
    async linkedAudio(link: Parameters<typeof readAudioLink>[0]): Promise<LinkedAudio> {
      const grant = readAudioLink(link, signer, clock)
      const session = grant && (await deps.sessionById(grant.sessionId))
      if (!grant || !session) throw missing()
      const recapId = recapOf(grant.summaryId)
      if (recapId === null) return audioBehind(await findOwn(db, session.userId, grant.summaryId), link.file)
      const since = new Date(clock.now().getTime() - audioLinkLifeMs)
      if (!(await communityReads.isOpened(session.userId, recapId, since))) throw missing()
      const [row] = await findPopular(db, [recapId])
      // A longer version may have been spoken since; the one of the link goes on to be heard.
      const audio = row && (await findAudioByFile(db, recapId, link.file))
      if (!audio?.mp3_key) throw missing()
      return { id: audio.id, file: audio.mp3_key }
    },

    /** The thumbnail of the video of a shared summary, by its share token. */
    async sharedThumbnail(token: string): Promise<FetchedImage> {
      const { video_id: videoId } = await sharedRow(token)
      return await thumbnails.picture({ videoId, isFresh: false })
    },

    async sharedAudio(link: { token: string; file: string }): Promise<LinkedAudio> {
      return audioBehind(await sharedRow(link.token), link.file)
    },
  }
}

export type Reading = ReturnType<typeof createReading>

/** The share token grants access to the thumbnail while the summary is shared: link cards have no other credential. */
const sharedThumbnailLink = (token: string): string => `/thumbnails/shared/${token}.jpg`

function nullInOutage(error: unknown): null {
  if (error instanceof ProviderError && isOutage(error.code)) return null
  throw error
}

const unzip = <T>(bytes: Uint8Array): T => JSON.parse(gunzipSync(bytes).toString('utf8')) as T
