import { mkdtemp, utimes } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { blackPng } from '../../test/png.ts'
import { useS3 } from '../../test/s3-server.ts'
import { databases, startServer, type TestServer, type TestUser, useServer } from '../../test/start-server.ts'
import { accessStoredFiles, distinctSpeech } from '../../test/stored-files.ts'
import { talks } from '../../test/talks.ts'
import { eventually, readableSummary, untilState } from '../../test/wait-for.ts'
import { diskStorage } from '../adapters/storage/disk.ts'
import { s3Storage } from '../adapters/storage/s3.ts'
import type { Storage } from '../ports/storage.ts'
import type { Transcriber } from '../ports/transcriber.ts'
import { silentLogger } from '../telemetry/logger.ts'
import { checkStorage, type StoredKind } from './check-storage.ts'

const [bread, other, third] = talks as [string, string, string]
const dayMs = 24 * 3600_000
const hex = (length: number, value: number) => value.toString(16).padStart(length, '0')
const captions = new TextEncoder().encode(
  `WEBVTT\n\n${Array.from({ length: 40 }, (_, i) => `00:00:${String(i).padStart(2, '0')}.000 --> 00:00:${String(i + 1).padStart(2, '0')}.000\nWe measured the bridge on day ${i}, and it did not move.\n`).join('\n')}`,
)

/** Never finishes a transcription before the server stops. */
const slow: Transcriber = {
  id: 'slow',
  transcribe: (_, { signal }) =>
    new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason), { once: true })),
  deleteIntermediateFiles: async () => {},
}

const check = ({ server }: TestServer) => server.services.checkStorage(new AbortController().signal)

const countOf = async ({ server }: TestServer, metric: string): Promise<number> =>
  [...(await server.services.metrics.text()).matchAll(new RegExp(`^${metric}\\{.*\\} (\\d+)$`, 'gm'))].reduce(
    (sum, [, count]) => sum + Number(count),
    0,
  )

async function sendPicture(test: TestServer, { client }: TestUser): Promise<string> {
  const { uploadUrl, fileUrl } = await client.users.pictureUploadUrl({ body: { fileType: 'image/png' } })
  const init = { method: 'PUT', headers: { 'Content-Type': 'image/png' }, body: new Uint8Array(blackPng(8, 8)) }
  expect((await fetch(new URL(uploadUrl, test.url), init)).ok).toBe(true)
  return fileUrl
}

for (const { kind, name, isAvailable } of databases) {
  describe.skipIf(!isAvailable)(`the daily storage check, ${name}`, async () => {
    const test = await useServer({ database: kind, ports: { speech: distinctSpeech, transcriber: slow } })
    const files = accessStoredFiles(test)
    const { storage } = test.server.services
    const get = async (address: string) => (await fetch(test.url + address)).status

    it('keeps every kind of referenced file, regardless of its age', async () => {
      const user = await test.newUser()
      const { client } = user
      const { id, audioUrl } = await untilState(client, (await readableSummary(client, bread)).id, 'ready')
      const upload = await client.summaries.upload({ query: { name: 'bridge.vtt' }, body: captions })
      const own = await untilState(client, upload.id, 'ready')
      const recording = new Uint8Array(5_000).fill(7)
      recording.set(new TextEncoder().encode('ID3'))
      await client.summaries.upload({ query: { name: 'memo.mp3' }, body: recording })
      await client.users.picture({ body: { profilePicture: await sendPicture(test, user) } })
      const unused = await sendPicture(test, user)
      const { profilePicture } = await client.users.profile()
      const preview = (await client.voices.list()).data[0]!.previewUrl
      expect(await get(preview)).toBe(200)
      const { thumbnailUrl } = (await client.summaries.detail({ params: { id } })).videoInfo
      expect(await get(thumbnailUrl!)).toBe(200)
      await client.account.requestExport()
      const ready = await eventually(
        () => client.account.export(),
        ({ state }) => state === 'ready',
      )

      const before = files.list()
      expect([...new Set(before.map(file => file.split('/')[0]))]).toEqual([
        ...['audio', 'exports', 'pictures', 'sounds', 'thumbnails', 'transcripts', 'uploads', 'voices'],
      ])
      test.clock.advance(3 * dayMs)
      await check(test)
      expect(files.list()).toEqual(before)
      for (const address of [audioUrl!, own.audioUrl!, `${profilePicture}`, ready.url!])
        expect([address, await get(address)]).toEqual([
          address,
          address === audioUrl || address === own.audioUrl ? 404 : 200,
        ])
      for (const summaryId of [id, own.id]) {
        const { audioUrl: fresh } = await client.summaries.detail({ params: { id: summaryId } })
        expect(await get(fresh!)).toBe(200)
        expect((await client.summaries.transcript({ params: { id: summaryId } })).segments.length).toBeGreaterThan(10)
      }
      await client.users.picture({ body: { profilePicture: unused } })
      expect(await countOf(test, 'recaps_unnamed_objects_total')).toBe(0)
      expect(await countOf(test, 'recaps_lost_objects_total')).toBe(0)
    })

    it('deletes unreferenced files older than a day, but only those with names that the server generates', async () => {
      const unreferenced = [
        `audio/${hex(64, 1)}.mp3`,
        `audio/${hex(64, 1)}.timings.json.gz`,
        `audio/upload-${hex(32, 1)}/${hex(64, 1)}.mp3`,
        `exports/${hex(32, 1)}.zip`,
        `pictures/${hex(32, 1)}.webp`,
        `sounds/upload-${hex(32, 1)}`,
        `thumbnails/${Buffer.from('aZ09-_abcde').toString('hex')}.jpg`,
        `transcripts/${hex(64, 1)}.json.gz`,
        `transcripts/upload-${hex(32, 1)}-${hex(16, 1)}.json.gz`,
        `uploads/${hex(32, 1)}`,
        `voices/${hex(64, 1)}.mp3`,
      ]
      const foreign = [
        'audio/readme.txt',
        `thumbnails/${hex(22, 1)}.jpg`,
        'audio/mine/song.mp3',
        'backup/database.sql',
        'transcripts/1.json.gz',
      ]
      for (const name of [...unreferenced, ...foreign]) await storage.put(name, new Uint8Array(3))
      const scheduled = `exports/${hex(32, 2)}.zip`
      await storage.put(scheduled, new Uint8Array(3))
      await test.server.services.database.db
        .insertInto('erasures')
        .values({ name: scheduled, due_at: new Date(test.clock.now().getTime() + 30 * dayMs) })
        .execute()
      for (const name of unreferenced.slice(1)) {
        const old = new Date(test.clock.now().getTime() - 2 * dayMs)
        await utimes(path.join(test.dataDir, 'files', name), old, old)
      }
      const young = unreferenced[0]!
      await utimes(path.join(test.dataDir, 'files', young), test.clock.now(), test.clock.now())
      const before = files.list()
      test.clock.advance(dayMs - 60_000)
      // The last check was less than a day ago.
      await check(test)
      expect(files.list()).toEqual(before)
      test.clock.advance(60_001)
      await utimes(path.join(test.dataDir, 'files', young), test.clock.now(), test.clock.now())
      await check(test)
      expect(files.list()).toEqual(before.filter(name => name === young || !unreferenced.includes(name)))
      expect(await countOf(test, 'recaps_unnamed_objects_total')).toBe(unreferenced.length - 1)
      await files.delete(young)
    })

    it('regenerates the missing files of summaries that users still have', async () => {
      const user = await test.newUser()
      const { client } = user
      const lost: string[] = []
      const { db } = test.server.services.database
      for (const video of [other, third]) {
        const { id } = await untilState(client, (await readableSummary(client, video)).id, 'ready')
        const { mp3_key, timings_key, storage_key } = await db
          .selectFrom('summaries')
          .innerJoin('audios', 'audios.id', 'summaries.audio_id')
          .innerJoin('recaps', 'recaps.id', 'summaries.recap_id')
          .innerJoin('transcripts', 'transcripts.id', 'recaps.transcript_id')
          .select(['mp3_key', 'timings_key', 'storage_key'])
          .where('summaries.id', '=', id)
          .executeTakeFirstOrThrow()
        if (video === third) await client.summaries.delete({ params: { id } })
        else lost.push(timings_key!, storage_key)
        for (const name of [timings_key!, storage_key]) await files.delete(name)
        expect(files.has(mp3_key!)).toBe(true)
      }
      const before = files.list()
      test.clock.advance(dayMs + 1)
      await check(test)
      await eventually(
        async () => files.list(),
        now => lost.every(name => now.includes(name)),
      )
      expect(files.list()).toEqual([...before, ...lost].sort())
      expect(await countOf(test, 'recaps_lost_objects_total')).toBe(2)
    })

    it('deletes no file when most files are unreferenced', async () => {
      const names = Array.from({ length: 120 }, (_, i) => `pictures/${hex(32, 100 + i)}.webp`)
      for (const name of names) await storage.put(name, new Uint8Array(3))
      test.clock.advance(dayMs + 1)
      await check(test)
      expect(files.list('pictures/')).toEqual(expect.arrayContaining(names))
    })
  })
}

const s3 = await useS3()

describe.each(['on disk', 'in a bucket'])('the storage check of many files %s', async where => {
  if (where === 'in a bucket' && !s3) return
  const test = await startServer({ ports: { speech: distinctSpeech } })
  const storage: Storage =
    where === 'in a bucket'
      ? s3Storage({ ...s3!, publicEndpoint: s3!.endpoint, region: 'us-east-1', pathStyle: true })
      : diskStorage(await mkdtemp(path.join(tmpdir(), 'recaps-check-')))
  const deps = {
    ...{ storage, logger: silentLogger, metrics: test.server.services.metrics, db: test.server.services.database.db },
    now: new Date(Date.now() + 2 * dayMs),
    signal: new AbortController().signal,
  }

  it('finds missing and unreferenced files on every page', async () => {
    try {
      const names = Array.from({ length: 1_100 }, (_, i) => `many/${i}`)
      const isUnreferenced = (name: string) => name.endsWith('99')
      const isStored = (name: string) => !name.endsWith('50')
      const stored = names.filter(isStored)
      for (let i = 0; i < stored.length; i += 50)
        await Promise.all(stored.slice(i, i + 50).map(name => storage.put(name, new Uint8Array(1))))
      const known = names.filter(name => !isUnreferenced(name)).sort()
      const restored: string[] = []
      const kind: StoredKind = {
        ...{ name: 'many', prefix: 'many/', namePattern: /^many\/\d+$/ },
        findReferenced: async names => names.filter(name => known.includes(name)),
        restorable: {
          between: async ({ after, upTo, limit }) =>
            known.filter(name => name > after && (upTo === null || name <= upTo)).slice(0, Math.min(limit, 1_000)),
          restore: async name => restored.push(name) > 0,
        },
      }
      await checkStorage([kind], deps)
      const left: string[] = []
      for (
        let page = await storage.list('many/', '');
        page.length > 0;
        page = await storage.list('many/', left.at(-1)!)
      )
        left.push(...page.map(({ name }) => name))
      expect(left).toEqual(stored.filter(name => !isUnreferenced(name)).sort())
      expect(restored).toEqual(names.filter(name => !isStored(name)).sort())
    } finally {
      await test.stop()
    }
  })

  it('regenerates at most 300 files of a lost bucket per day', async () => {
    const names = Array.from({ length: 2_500 }, (_, i) => `gone/${hex(4, i)}`)
    const restored: string[] = []
    const kind: StoredKind = {
      ...{ name: 'gone', prefix: 'gone/', namePattern: /^gone\/[0-9a-f]{4}$/ },
      findReferenced: async names => names,
      restorable: {
        between: async ({ after, limit }) => names.filter(name => name > after).slice(0, limit),
        restore: async name => restored.push(name) > 0,
      },
    }
    await checkStorage([kind, { ...kind, name: 'also gone' }], deps)
    expect(restored).toEqual(names.slice(0, 300))
  })
})
