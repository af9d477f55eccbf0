import { failures, type Summary, type SummaryContent, videoFailureSentence } from '@recaps/contract'
import { failedWith, sampleContent, sampleSummary, sampleTimings, sketches, unwritten } from '../server/samples.ts'
import { addSummaries, createWorld, type World } from '../server/world.ts'

/** Worlds for screenshots. */

export const fullWorld = (): World => {
  const now = Date.now()
  const one = (id: number, change: Partial<Summary> = {}) => sampleSummary(id, now, change)
  const fresh = (minutesAgo: number) => ({ createdAt: new Date(now - minutesAgo * 60_000).toISOString() })
  const world = createWorld({
    videos: new Map(
      ['dQw4w9WgXcQ', 'aBcDeFgHiJk', 'zYxWvUtSrQo'].map((videoId, at) => [
        videoId,
        { videoInfo: { ...one(at + 2).videoInfo, videoId, thumbnailUrl: `/thumbnails/sample0004${at}.jpg` } },
      ]),
    ),
    search: sketches.map(({ title, channel, minutes }, at) => ({
      id: `result${String(at).padStart(5, '0')}`,
      title,
      description: `${channel} · ${minutes} min`,
      thumbnails: { default: `https://i.ytimg.com/${at}.jpg`, medium: `https://i.ytimg.com/${at}.jpg`, high: '' },
    })),
  })
  const listened = (id: number, share: number) => ({ listenedMs: Math.round(one(id).audioDurationMs! * share) })
  return addSummaries(world, [
    one(1),
    one(2, listened(2, 0.35)),
    one(3, listened(3, 1)),
    ...[4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20].map(id => one(id)),
    one(41, {
      ...fresh(2),
      ...unwritten,
      state: 'working',
      stage: 'summarising',
      refundable: false,
      progress: { done: 34, total: 72 },
    }),
    one(42, { ...fresh(4), ...unwritten, state: 'queued', stage: 'queued' }),
    one(43, { ...fresh(9), ...failedWith('age_restricted', failures.age_restricted.sentence) }),
    one(44, { ...fresh(12), ...failedWith('network', videoFailureSentence('network')) }),
    one(45, {
      ...fresh(15),
      ...unwritten,
      state: 'deferred',
      stage: 'captions',
      code: 'live',
      error: failures.live.sentence,
      retryAt: new Date(now + 3_600_000).toISOString(),
    }),
    one(51, {
      audio: 'pending',
      state: 'readable',
      stage: 'speaking',
      progress: { done: 12, total: 31 },
      audioUrl: null,
    }),
    one(52, {
      audio: 'failed',
      audioUrl: null,
      timings: null,
      code: 'voice_failed',
      error: failures.voice_failed.sentence,
    }),
    one(53, { ...fresh(1), ...unwritten, state: 'working', stage: 'captions' }),
    one(54, {
      videoInfo: {
        ...one(54).videoInfo,
        videoId: 'upload:ab',
        videoUrl: null,
        channel: '',
        channelId: null,
        thumbnailUrl: null,
        duration: null,
        title: 'Team meeting 12 November',
      },
      origin: 'upload',
    }),
  ])
}

const word = 'Rindfleischetikettierungsüberwachungsaufgabenübertragungsgesetz'.repeat(2)
/** 1,000 characters. */
export const thousandCharacters = 'A channel of a thousand letters '.repeat(32).slice(0, 1000)
export const hardTitles = [
  word,
  'איך גשרים שרים ברוח, ומה המהנדסים עושים בעניין: הרצאה מלאה (2024)',
  thousandCharacters,
  '🎬🔥 EVERYTHING 👩🏽‍🚀 about bridges 🌉😱!!! (NOT CLICKBAIT) 💯💯💯',
  '‏كيف تغني الجسور في الريح؟',
  'x',
]

/** Content that is hard to lay out: many sections, very little text, very long words, right-to-left titles. */
export const hardWorld = (): World => {
  const now = Date.now()
  const one = (id: number, title: string, channel: string, content: SummaryContent) => {
    const sample = sampleSummary(id, now)
    const timings = sampleTimings(content)
    const videoInfo = { ...sample.videoInfo, title, channel }
    return { ...sample, videoInfo, content, timings, audioDurationMs: timings.at(-1)!.endMs + 600 }
  }
  const content = sampleContent()
  const [section] = content.sections
  const many = Array.from({ length: 42 }, (_, at) => ({
    ...content.sections[at % content.sections.length]!,
    startMs: at * 1_020_000,
    title: `${content.sections[at % content.sections.length]!.title}, part ${at + 1}${at % 5 ? '' : ' of a course that goes into every corner of it'}`,
  }))
  return addSummaries(createWorld(), [
    one(1, 'A course of forty-two lessons', 'Deep History', { ...content, sections: many }),
    one(2, 'One thing', 'Short', {
      ...content,
      inThreePoints: [],
      sections: [{ ...section!, sentences: section!.sentences.slice(0, 1) }],
    }),
    one(3, 'איך גשרים שרים ברוח, ומה המהנדסים עושים בעניין: הרצאה מלאה (2024)', 'גשרים ורוחות', content),
    one(4, `${word}: how a word is made`, word, {
      ...content,
      headline: `${word} is what they called it.`,
      sections: [{ ...section!, title: word }, ...content.sections.slice(1)],
    }),
    one(5, '‏كيف تغني الجسور في الريح؟', 'هندسة', content),
    withoutPicture(one(6, hardTitles[3]!, thousandCharacters, content)),
  ])
}

/** Twelve hours long and without a thumbnail. */
const withoutPicture = (summary: Summary): Summary => ({
  ...summary,
  videoInfo: { ...summary.videoInfo, thumbnailUrl: null, duration: 'PT12H' },
})

/** 10,000 summaries, to measure the list. */
export const longWorld = (): World => {
  const now = Date.now()
  return addSummaries(
    createWorld(),
    Array.from({ length: 10_000 }, (_, at) => sampleSummary(at + 1, now, { content: null, timings: null })),
  )
}
