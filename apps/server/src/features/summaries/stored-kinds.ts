import { inByteOrder } from '../../database/byte-order.ts'
import type { NameRange, StoredKind } from '../../database/check-storage.ts'
import type { Db } from '../../database/open.ts'
import type { Thumbnails } from '../youtube/thumbnails.ts'
import { isUploadId, recordingKey } from './keys.ts'
import { type LostFilesDeps, restoreAudio, restoreCaptions } from './lost-files.ts'

/** When to retry a lost transcript that could not be fetched again, for example because its video was removed. */
const retryAfterMs = 30 * 24 * 3600 * 1000

/** Stored files of summaries: audio with its timings, transcripts, recordings waiting for transcription, thumbnails. */
export const createSummaryStoredKinds = (
  deps: LostFilesDeps & { thumbnails: Pick<Thumbnails, 'videoOf'> },
): StoredKind[] => [audio(deps), transcripts(deps), recordings(deps), thumbnails(deps)]

type AudioColumn = 'audios.mp3_key' | 'audios.timings_key'

function audio(deps: LostFilesDeps): StoredKind {
  const { db } = deps
  const named = async (column: AudioColumn, names: readonly string[]): Promise<string[]> => {
    const rows = await db
      .selectFrom('audios')
      .select(`${column} as name`)
      .where(inByteOrder(column), 'in', names)
      .execute()
    return rows.flatMap(({ name }) => name ?? [])
  }
  /** Audio that is ready and belongs to a live summary. */
  const inUse = () =>
    db
      .selectFrom('audios')
      .where('audios.state', '=', 'ready')
      .where(eb =>
        eb.exists(
          eb
            .selectFrom('summaries')
            .select('summaries.id')
            .whereRef('summaries.audio_id', '=', 'audios.id')
            .where('summaries.deleted_at', 'is', null),
        ),
      )
  const between = async (column: AudioColumn, { after, upTo, limit }: NameRange): Promise<string[]> => {
    const rows = await inUse()
      .select(`${column} as name`)
      .where(inByteOrder(column), '>', after)
      .$if(upTo !== null, query => query.where(inByteOrder(column), '<=', upTo!))
      .orderBy(inByteOrder(column))
      .limit(limit)
      .execute()
    return rows.flatMap(({ name }) => name ?? [])
  }
  return {
    name: 'audio',
    prefix: 'audio/',
    namePattern: /^audio\/(upload-[0-9a-f]{32}\/)?[0-9a-f]{64}\.(mp3|timings\.json\.gz)$/,
    findReferenced: async names => [
      ...(await named('audios.mp3_key', names)),
      ...(await named('audios.timings_key', names)),
    ],
    restorable: {
      between: async range =>
        [...(await between('audios.mp3_key', range)), ...(await between('audios.timings_key', range))]
          .sort()
          .slice(0, range.limit),
      async restore(name) {
        const row = await inUse()
          .select('audios.id')
          .where(inByteOrder(name.endsWith('.mp3') ? 'audios.mp3_key' : 'audios.timings_key'), '=', name)
          .limit(1)
          .executeTakeFirst()
        return row !== undefined && (await restoreAudio(row.id, deps))
      },
    },
  }
}

function transcripts(deps: LostFilesDeps): StoredKind {
  const { db, clock } = deps
  const column = 'transcripts.storage_key'
  const inUse = () =>
    db
      .selectFrom('transcripts')
      .where('transcripts.kind', '<>', 'stt')
      .where('transcripts.video_id', 'not like', 'upload:%')
      .where(eb =>
        eb.or([
          eb('transcripts.missed_at', 'is', null),
          eb('transcripts.missed_at', '<=', new Date(clock.now().getTime() - retryAfterMs)),
        ]),
      )
      .where(eb =>
        eb.exists(
          eb
            .selectFrom('recaps')
            .innerJoin('summaries', 'summaries.recap_id', 'recaps.id')
            .select('summaries.id')
            .whereRef('recaps.transcript_id', '=', 'transcripts.id')
            .where('summaries.deleted_at', 'is', null),
        ),
      )
  return {
    name: 'transcript',
    prefix: 'transcripts/',
    namePattern: /^transcripts\/([0-9a-f]{64}|upload-[0-9a-f]{32}-[0-9a-f-]{16,36})\.json\.gz$/,
    async findReferenced(names) {
      const rows = await db
        .selectFrom('transcripts')
        .select('storage_key')
        .where(inByteOrder(column), 'in', names)
        .execute()
      return rows.map(row => row.storage_key)
    },
    restorable: {
      async between({ after, upTo, limit }) {
        const rows = await inUse()
          .select('storage_key')
          .where(inByteOrder(column), '>', after)
          .$if(upTo !== null, query => query.where(inByteOrder(column), '<=', upTo!))
          .orderBy(inByteOrder(column))
          .limit(limit)
          .execute()
        return rows.map(row => row.storage_key)
      },
      async restore(name) {
        const row = await inUse()
          .selectAll('transcripts')
          .where(inByteOrder(column), '=', name)
          .limit(1)
          .executeTakeFirst()
        return row !== undefined && (await restoreCaptions(row, deps, retryAfterMs))
      },
    },
  }
}

/** A recording has no column: it is stored as long as a summary waits for its transcription. */
const recordings = ({ db }: { db: Db }): StoredKind => ({
  name: 'recording',
  prefix: 'sounds/',
  namePattern: /^sounds\/upload-[0-9a-f]{32}$/,
  async findReferenced() {
    const rows = await db
      .selectFrom('recaps')
      .select('video_id')
      .distinct()
      .where('state', 'in', ['queued', 'working', 'deferred'])
      .where('transcript_id', 'is', null)
      .execute()
    return rows.filter(({ video_id }) => isUploadId(video_id)).map(({ video_id }) => recordingKey(video_id))
  },
})

/** Stored as long as the video, because YouTube may have removed its thumbnail. */
const thumbnails = ({
  db,
  thumbnails: { videoOf },
}: {
  db: Db
  thumbnails: Pick<Thumbnails, 'videoOf'>
}): StoredKind => ({
  name: 'thumbnail',
  prefix: 'thumbnails/',
  // The eleven characters of a video id, in hexadecimal.
  namePattern: /^thumbnails\/(2d|3\d|[46][1-9a-f]|[57][\da]|5f){11}\.(jpg|webp|png|gif)$/,
  async findReferenced(names) {
    const rows = await db
      .selectFrom('videos')
      .select('video_id')
      .where('video_id', 'in', [...new Set(names.map(videoOf))])
      .execute()
    const known = new Set(rows.map(row => row.video_id))
    return names.filter(name => known.has(videoOf(name)))
  },
})
