import { pipeline, Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import type { Storage } from '../../ports/storage.ts'
import type { AccountSummaries, ExportedSummary } from '../summaries/account-summaries.ts'
import type { ZipPart } from './zip-stream.ts'

export interface ExportPartsDeps {
  storage: Storage
  accountSummaries: Pick<AccountSummaries, 'exportAll'>
  productName: string
  /** Reads what each feature stores about a user, keyed by the name of the JSON file it goes into. */
  dataReaders: Record<string, (userId: number) => Promise<unknown>>
  pictureOf(userId: number): Promise<string | null>
}

/** Yields the files of one user's export. */
export async function* exportParts(
  userId: number,
  now: Date,
  { storage, accountSummaries, productName, dataReaders, pictureOf }: ExportPartsDeps,
): AsyncGenerator<ZipPart, void> {
  yield { path: 'README.txt', content: readme(productName, now, Object.keys(dataReaders)), modifiedAt: now }
  for (const [name, read] of Object.entries(dataReaders))
    yield { path: `${name}.json`, content: asJson(await read(userId)), modifiedAt: now }
  const picture = await pictureOf(userId)
  if (picture) yield* stored(storage, picture, { path: 'picture.webp', modifiedAt: now })
  for await (const summary of accountSummaries.exportAll(userId)) yield* summaryParts(summary, storage)
}

async function* summaryParts(summary: ExportedSummary, storage: Storage): AsyncGenerator<ZipPart, void> {
  const { item, content, markdown, audioFile, transcriptFile } = summary
  const folder = `summaries/${folderName(item.id, item.videoInfo.title)}`
  const modifiedAt = new Date(item.updatedAt)
  yield { path: `${folder}/summary.json`, content: asJson({ ...item, content }), modifiedAt }
  if (markdown) yield { path: `${folder}/summary.md`, content: markdown, modifiedAt }
  if (audioFile) yield* stored(storage, audioFile, { path: `${folder}/audio.mp3`, modifiedAt })
  if (transcriptFile)
    yield* stored(storage, transcriptFile, { path: `${folder}/transcript.json`, modifiedAt }, { isGzip: true })
}

/** Yields nothing if the file is missing from storage, so that the rest can still be exported. */
async function* stored(
  storage: Storage,
  name: string,
  part: { path: string; modifiedAt: Date },
  { isGzip = false } = {},
): AsyncGenerator<ZipPart, void> {
  const object = await storage.open(name)
  if (!object) return
  const stream = Readable.fromWeb(object.stream as never)
  // The callback ignores errors because the last stream of the pipeline passes them on.
  yield isGzip
    ? { ...part, content: pipeline(stream, createGunzip(), () => {}) }
    : { ...part, content: stream, isCompressed: true }
}

const asJson = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`

/** ASCII letters and digits only: every system can unpack the name, and no title can cause path traversal. */
function folderName(id: number, title: string): string {
  const slug = title
    .normalize('NFKD')
    .replace(/[^A-Za-z0-9]+/g, '-')
    .slice(0, 60)
    .replace(/^-+|-+$/g, '')
    .toLowerCase()
  return slug ? `${id}-${slug}` : String(id)
}

const readme = (productName: string, now: Date, facts: string[]): string =>
  [
    `Everything ${productName} stores about you, as of ${now.toISOString()}.`,
    '',
    ...facts.map(name => `${name}.json`),
    'picture.webp                your profile picture, if you have one',
    'summaries/                  one folder per summary:',
    '  summary.json              its details, its sentences and the moments they cite',
    '  summary.md                its text',
    '  audio.mp3                 its audio, if there is any',
    '  transcript.json           the transcript, if you uploaded one',
    '',
  ].join('\r\n')
