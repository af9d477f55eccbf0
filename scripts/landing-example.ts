import { readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { SummaryContent } from '@recaps/contract'
import { startFakeYoutube } from '@recaps/fake-youtube'
import sharp from 'sharp'
import { makeRecap, type RecapOutput } from '../apps/server/src/cli/make-recap.ts'
import { type Engines, openEngines } from '../apps/server/src/compose-adapters.ts'
import { readConfig } from '../apps/server/src/config.ts'
import { systemClock } from '../apps/server/src/ports/clock.ts'
import { root } from './root.ts'

/**
 * Generates the example of the landing page: a talk of the fixtures, summarized by the built-in engine and read by the built-in
 * voice. Run `node scripts/landing-example.ts` again after changing either.
 */
const talk = 'gRHHjJqI4qA'
/** The section shown below the key points. Short enough for about a minute of audio in total. */
const sectionTitle = 'One number'
const pictures = path.join(root, 'fakes/youtube/fixtures/thumbnails')
const files = path.join(root, 'apps/web/public/landing')
const page = path.join(root, 'apps/web/src/features/landing/example.json')

const youtube = await startFakeYoutube({ clock: systemClock })
const config = readConfig({ YOUTUBE_URL: youtube.url, DATA_DIR: path.join(tmpdir(), 'recaps-landing-example') })
const engines = openEngines(config, systemClock)
const { signal } = new AbortController()
try {
  const { video, summary, coverage } = await summarizeTalk(engines)
  const section = summary.sections.find(({ title }) => title === sectionTitle)
  if (!section) throw new Error(`The summary has no section “${sectionTitle}”. Set sectionTitle to another section.`)
  const content = { ...summary, coverage, sections: [section] } as unknown as SummaryContent
  const task = { content, title: video.title, artist: video.channel, picture: null }
  const spoken = await engines.speech.speak(task, engines.speech.fallbackVoice, { signal, onProgress() {} })
  const findTiming = (inSection: number, at: number) => {
    const { startMs, endMs } = spoken.timings.find(one => one.section === inSection && one.sentence === at)!
    return { startMs, endMs }
  }
  const toExampleSentence = (
    { text, cites }: SummaryContent['inThreePoints'][number],
    inSection: number,
    at: number,
  ) => ({
    text,
    citedMs: cites[0]!.startMs,
    ...findTiming(inSection, at),
  })
  const example = {
    title: video.title,
    channel: video.channel,
    videoMs: video.durationMs,
    spokenMs: spoken.durationMs,
    // The audio starts with the headline, so points start at sentence 1 (see `timing` in the contract).
    points: summary.inThreePoints.map((sentence, at) => toExampleSentence(sentence, -1, at + 1)),
    section: {
      title: section.title,
      sentences: section.sentences.map((sentence, at) => toExampleSentence(sentence, 0, at)),
    },
  }
  writeFileSync(page, `${JSON.stringify(example, null, 2)}\n`)
  writeFileSync(path.join(files, 'example.mp3'), spoken.mp3)
  const picture = sharp(readFileSync(path.join(pictures, `${talk}.jpg`))).resize(256, 144)
  writeFileSync(path.join(files, 'example.webp'), await picture.webp({ quality: 70 }).toBuffer())
  console.log(`${example.points.length + example.section.sentences.length} sentences, ${spoken.mp3.byteLength} bytes`)
} finally {
  await engines.close()
  await youtube.close()
}

/** Summarizes the talk like `npm run recap`. */
async function summarizeTalk(engines: Engines): Promise<RecapOutput['json']> {
  const recapOptions = { input: talk, out: tmpdir(), json: false, audio: false, maxLength: 10_000 }
  const { json } = await makeRecap(recapOptions, engines, { show() {}, clear() {} }, signal)
  return json
}
