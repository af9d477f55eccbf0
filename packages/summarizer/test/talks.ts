import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { type FixtureVideo, loadFixtures } from '../../../fakes/youtube/fixtures/load.ts'
import { timedtext } from '../../../fakes/youtube/src/talks/timedtext.ts'
import { parseCaptions } from '../../domain/src/captions/parse.ts'
import type { Source } from '../src/index.ts'
import { loadDocuments } from '../training/documents.ts'

/** A named recording, in the form in which the product passes it to the engine. */
export interface Talk {
  name: string
  video?: FixtureVideo
  source: Source
}

/** Third-party test data, stored outside the repository. `RECORDINGS` sets another folder for recorded captions. */
const shared = path.resolve(import.meta.dirname, '../../../../shared')
const captionsFolder = path.join(process.env.RECORDINGS ?? path.join(shared, 'youtube'), 'captions')
const documentsFile = path.join(shared, 'eval/dev.jsonl.gz')

export const hasRecordings = existsSync(captionsFolder)
export const hasDocuments = existsSync(documentsFile)

const { videos } = loadFixtures()

export const findVideo = (id: string): FixtureVideo => videos.find(video => video.id === id)!

/** All caption tracks with text of fixture videos under an hour. Use `fixtureTalk` for longer ones. */
export const shortTalks = (): Talk[] =>
  videos
    .filter(video => video.durationSeconds < 3600)
    .flatMap(video => video.tracks.filter(track => !track.isEmpty).map((_, i) => fixtureTalk(video.id, i)))
    .filter(talk => talk.source.segments.length > 0)

/** One track of a fixture video, serialised in YouTube's format and parsed as in the product. */
export function fixtureTalk(id: string, trackNumber = 0): Talk {
  const video = findVideo(id)
  const track = video.tracks[trackNumber]!
  // Word timestamps of many hours do not fit into a caption file.
  const format = video.durationSeconds > 3 * 3600 ? 'srv1' : 'json3'
  const parsed = parseCaptions(timedtext(track.kind, track.language, track.lines(), format))
  return {
    name: `${id} ${track.kind} ${track.language}${track.punctuation ? '' : ' bare'}`,
    video,
    source: {
      segments: parsed.kind === 'captions' ? parsed.segments : [],
      durationMs: video.durationSeconds * 1000,
      title: video.title,
      description: video.description,
      chapters: video.chapters,
      kind: track.kind,
      language: track.language,
    },
  }
}

/** Recorded captions of real videos. */
export const recordedTalks = (): Talk[] =>
  (hasRecordings ? readdirSync(captionsFolder).sort() : []).flatMap(name => {
    const parsed = parseCaptions(readFileSync(path.join(captionsFolder, name)), { fileName: name })
    if (parsed.kind === 'refused') return []
    const durationMs = parsed.segments.reduce((last, segment) => Math.max(last, segment.endMs), 0)
    return [{ name, source: { segments: parsed.segments, durationMs, kind: 'auto' } }]
  })

/** Every `step`th document of the evaluation set. */
export const spokenDocuments = (step: number): Talk[] =>
  (hasDocuments ? loadDocuments(documentsFile) : [])
    .filter((_, i) => i % step === 0)
    .map(({ id, segments, durationMs }) => ({ name: id, source: { segments, durationMs, kind: 'auto' } }))
