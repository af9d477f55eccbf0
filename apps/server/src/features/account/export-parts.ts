import { pipeline, Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import type { Storage } from '../../ports/storage.ts'
import type { Leaving, TakenEntry } from '../summaries/leaving.ts'
import type { ZipPart } from './zip.ts'

export interface ExportPartsDeps {
  storage: Storage
  leaving: Pick<Leaving, 'everythingOf'>
  productName: string
  /** What each feature knows of a user, by the name of its file. */
  facts: Record<string, (userId: number) => Promise<unknown>>
  pictureOf(userId: number): Promise<string | null>
}

/** Everything that is one user's, part by part. */
export async function* exportParts(
  userId: number,
  now: Date,
  { storage, leaving, productName, facts, pictureOf }: ExportPartsDeps,
): AsyncGenerator<ZipPart, void> {
  yield { path: 'README.txt', content: readme(productName, now, Object.keys(facts)), modifiedAt: now }
  for (const [name, read] of Object.entries(facts))
    yield { path: `${name}.json`, content: asJson(await read(userId)), modifiedAt: now }
  const picture = await pictureOf(userId)
  if (picture) yield* stored(storage, picture, { path: 'picture.webp', modifiedAt: now })
  for await (const entry of leaving.everythingOf(userId)) yield* entryParts(entry, storage)
}

async function* entryParts(entry: TakenEntry, storage: Storage): AsyncGenerator<ZipPart, void> {
  const { item, content, markdown, audioFile, transcriptFile } = entry
  const folder = `summaries/${folderName(item.id, item.videoInfo.title)}`
  const modifiedAt = new Date(item.updatedAt)
  yield { path: `${folder}/summary.json`, content: asJson({ ...item, content }), modifiedAt }
  if (markdown) yield { path: `${folder}/summary.md`, content: markdown, modifiedAt }
  if (audioFile) yield* stored(storage, audioFile, { path: `${folder}/audio.mp3`, modifiedAt })
  if (transcriptFile)
    yield* stored(storage, transcriptFile, { path: `${folder}/transcript.json`, modifiedAt }, { isGzip: true })
}

/** Nothing when the storage has lost it: the rest is still worth having. */
async function* stored(
  storage: Storage,
  name: string,
  place: { path: string; modifiedAt: Date },
  { isGzip = false } = {},
): AsyncGenerator<ZipPart, void> {
  const object = await storage.open(name)
  if (!object) return
  const stream = Readable.fromWeb(object.stream as never)
  // What fails on the way is told by the last of the two streams, where it is read.
  yield isGzip
    ? { ...place, content: pipeline(stream, createGunzip(), () => {}) }
    : { ...place, content: stream, isCompressed: true }
}

const asJson = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`

/** Plain letters only: every system can unpack it, and no title can lead out of the folder. */
function folderName(id: number, title: string): string {
  const words = title
    .normalize('NFKD')
    .replace(/[^A-Za-z0-9]+/g, '-')
    .slice(0, 60)
    .replace(/^-+|-+$/g, '')
    .toLowerCase()
  return words ? `${id}-${words}` : String(id)
}

const readme = (productName: string, now: Date, facts: string[]): string =>
  [
    `Everything that ${productName} keeps of you, as of ${now.toISOString()}.`,
    '',
    ...facts.map(name => `${name}.json`),
    'picture.webp                your profile picture, if you have one',
    'summaries/                  one folder for each of your summaries:',
    '  summary.json              what it is about, its sentences and the moments they rest on',
    '  summary.md                its text',
    '  audio.mp3                 its sound, if there is one',
    '  transcript.json           the words, if you uploaded them',
    '',
  ].join('\r\n')
