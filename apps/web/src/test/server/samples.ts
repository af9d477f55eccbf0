import type {
  Summary,
  SummaryContent,
  SummaryItem,
  SummarySentence,
  Timing,
  TranscriptResponse,
} from '@recaps/contract'

/** Summaries for tests and screenshots, with invented content derived from a few facts. */

interface Sketch {
  title: string
  channel: string
  minutes: number
  readMinutes: number
}

export const sketches: readonly Sketch[] = [
  {
    title: 'Why bridges hum in the wind, and what engineers do about it',
    channel: 'Plain Structures',
    minutes: 48,
    readMinutes: 4,
  },
  { title: 'The city that buried its rivers', channel: 'Ground Truth', minutes: 71, readMinutes: 5 },
  {
    title: 'Sourdough, from flour and water to a loaf that keeps for a week',
    channel: 'The Slow Kitchen',
    minutes: 34,
    readMinutes: 3,
  },
  {
    title:
      'A history of the Mediterranean in twelve harbours: the complete course, with questions from the audience and a reading list',
    channel: 'Deep History',
    minutes: 720,
    readMinutes: 11,
  },
  { title: 'How compilers optimise loops', channel: 'Systems Talk', minutes: 125, readMinutes: 7 },
  { title: 'What an octopus knows', channel: 'Tidepool Lectures', minutes: 56, readMinutes: 4 },
  { title: 'Building a database engine in public', channel: 'Systems Talk', minutes: 94, readMinutes: 6 },
  { title: 'The quiet economics of lighthouses', channel: 'Ground Truth', minutes: 28, readMinutes: 3 },
  { title: 'Listening to glaciers', channel: 'Tidepool Lectures', minutes: 43, readMinutes: 4 },
  { title: 'Why old clocks still keep time', channel: 'Plain Structures', minutes: 39, readMinutes: 3 },
]

type SpokenSentence = [text: string, atSeconds: number, support?: 'weak']

const sections: [title: string, ...said: SpokenSentence[]][] = [
  [
    'A bridge is never still',
    ['Every bridge moves, and the question for its engineers is only how far and how often.', 42],
    ['Traffic bends it, the sun lengthens one side of it, and wind pushes it sideways all day.', 71],
    ['Each structure answers such pushes at a pitch of its own, its natural frequency.', 118],
    ['For the footbridge in the talk that pitch is 0.8 cycles a second, slow enough to count along.', 164],
    ['Damping decides whether a push dies out in seconds or rings on for minutes.', 205],
  ],
  [
    'When the wind keeps time',
    ['Steady wind does not push steadily: behind a blunt deck the air sheds whirls, left and right in turn.', 391],
    ['The beat of these whirls rises with the speed of the wind and falls with the depth of the deck.', 447],
    ['At one speed the beat meets the pitch of the bridge, and small pushes add up.', 512],
    ['The deck then moves by up to 30 centimetres, which frightens people long before it harms the steel.', 566],
    ['Above that speed the motion fades again, so the danger is a window and not a threshold.', 634],
  ],
  [
    'Flutter is another matter',
    ['Flutter needs no rhythm in the wind, because the bridge makes its own.', 902],
    ['A twist of the deck changes the lift, and the lift feeds the twist.', 958],
    ['The Tacoma Narrows bridge fell in 1940 in a wind of 68 kilometres an hour.', 1004],
    [
      'Films of the collapse are often explained by resonance, which the speaker calls a comfortable mistake.',
      1061,
      'weak',
    ],
    ['Its deck was a solid plate girder, only 2.4 metres deep for a span of 853 metres.', 1127],
    ['Open trusses and slotted decks, standard since, let the wind through and break the feedback.', 1189],
  ],
  [
    'Measuring before building',
    ['A section model in a wind tunnel shows the critical speed within about ten percent.', 1502],
    ['Full models of the whole bridge cost a hundred times more and are made only for record spans.', 1568],
    ['Computers now settle the shape of the deck, and the tunnel confirms it.', 1633],
    ['The speaker shows a deck that lost 40 percent of its motion when a railing was moved by a hand’s breadth.', 1707],
  ],
  [
    'Quieting a bridge that stands',
    ['The cheapest cure is a tuned mass damper: a weight on springs that swings against the deck.', 2011],
    ['It weighs about one percent of the part of the bridge that moves.', 2077],
    ['Cables get rubber collars, spiral ribs or thin cross ties, because rain changes their shape in the wind.', 2140],
    ['In London the footbridge over the Thames was closed for two years after its opening day.', 2233],
    ['There the push came from the walkers, who fell into step with the sway without noticing.', 2291],
    ['Ninety dampers later it carries the same crowds and moves by less than a centimetre.', 2358],
  ],
  [
    'What to take home',
    ['Nothing is gained by making a bridge stiff at any price; it has to be stiff at the right frequency.', 2611],
    ['The best detail is the one that the wind does not notice.', 2689],
    [
      'Asked which bridge she would not cross, the speaker names none: those that stand have been measured.',
      2744,
      'weak',
    ],
  ],
]

const points: SpokenSentence[] = [
  ['Wind moves a bridge most when the beat of the air meets the pitch of the deck.', 512],
  ['Flutter feeds on itself and needs another cure: let the wind through.', 1189],
  ['A swinging weight of one percent quiets what stands already.', 2077],
]

const sentence = ([text, at, support]: SpokenSentence): SummarySentence => ({
  text,
  cites: [{ startMs: at * 1000, endMs: at * 1000 + 9000 }],
  support: support ?? 'verified',
})

export function sampleContent(minutes = 48): SummaryContent {
  const durationMs = minutes * 60_000
  const represented = sections.flatMap(([, ...said]) =>
    said.map(([, at]) => ({ startMs: at * 1000, endMs: (at + 24) * 1000 })),
  )
  const total = sections.reduce((sum, [, ...said]) => sum + said.length, 0)
  return {
    headline:
      'Bridges answer the wind at a pitch of their own; good ones are shaped so that the wind cannot keep time.',
    inThreePoints: points.map(sentence),
    sections: sections.map(([title, ...said], at) => ({
      title,
      startMs: said[0]![1] * 1000,
      endMs: (sections[at + 1]?.[1]?.[1] ?? minutes * 60) * 1000,
      sentences: said.map(sentence),
    })),
    coverage: {
      durationMs,
      readMs: durationMs,
      read: [{ startMs: 0, endMs: durationMs }],
      represented,
      notEnglish: [],
      leftOut: 0,
    },
    support: { verified: total - 2, total },
    promotion: {
      totalMs: 401_000,
      spans: [
        { startMs: 1_240_000, endMs: 1_460_000, reason: 'sponsor' },
        { startMs: 1_790_000, endMs: 1_971_000, reason: 'subscribe' },
      ],
    },
    engine: 'builtin',
    version: '1',
    language: 'en',
    transcript: { kind: 'auto', quality: 'B' },
    cut: false,
  }
}

const wordMs = 340

export function sampleTimings(content: SummaryContent): Timing[] {
  let atMs = 400
  const timingOf = (section: number, sentence: number, text: string): Timing => {
    const startMs = atMs
    const words = text.split(/\s+/).map(word => {
      const spoken = { text: word, startMs: atMs, endMs: atMs + wordMs }
      atMs += wordMs
      return spoken
    })
    atMs += 350
    return { section, sentence, startMs, endMs: atMs - 350, words }
  }
  const opening = [content.headline, ...content.inThreePoints.map(point => point.text)]
  return [
    ...opening.map((text, at) => timingOf(-1, at, text)),
    ...content.sections.flatMap(({ title, sentences }, section) => [
      timingOf(section, -1, title),
      ...sentences.map(({ text }, at) => timingOf(section, at, text)),
    ]),
  ]
}

export function sampleTranscript(): TranscriptResponse {
  const lines = sections.flatMap(([, ...said]) => said)
  return {
    kind: 'auto',
    language: 'en',
    quality: 'B',
    segments: Array.from({ length: 400 }, (_, at) => ({
      startMs: at * 7000,
      endMs: at * 7000 + 6800,
      text: lines[(at * 7) % lines.length]![0],
    })),
  }
}

const dayMs = 86_400_000

/** A finished summary based on sketch number `id`; `change` overrides its fields. */
export function sampleSummary(id: number, nowMs: number, change: Partial<Summary> = {}): Summary {
  const sketch = sketches[(id - 1) % sketches.length]!
  const content = sampleContent(sketch.minutes)
  const timings = sampleTimings(content)
  const createdAt = new Date(nowMs - id * dayMs * 0.7).toISOString()
  const videoId = `sample${String(id).padStart(5, '0')}`
  return {
    id,
    userId: 1,
    access: 'own',
    type: 'youtube',
    videoInfo: {
      videoId,
      videoUrl: `https://www.youtube.com/watch?v=${videoId}`,
      title: sketch.title,
      channel: sketch.channel,
      channelId: `UC${sketch.channel.replace(/\W/g, '').padEnd(22, '0').slice(0, 22)}`,
      description: null,
      thumbnailUrl: `/thumbnails/${videoId}.jpg?expires=1&signature=sample`,
      duration: `PT${Math.floor(sketch.minutes / 60)}H${sketch.minutes % 60}M12S`,
      viewCount: '48211',
      publishedAt: createdAt,
    },
    headline: content.headline,
    language: 'en',
    focus: null,
    preset: 'standard',
    readMinutes: sketch.readMinutes,
    audioUrl: `/audio/${videoId}.mp3`,
    audioDurationMs: timings.at(-1)!.endMs + 600,
    readBy: 'Built-in voice, deeper',
    viewCount: 1,
    createdAt,
    updatedAt: createdAt,
    deleted: false,
    origin: 'request',
    state: 'ready',
    audio: 'ready',
    stage: null,
    progress: null,
    error: null,
    code: null,
    refundable: false,
    retryAt: null,
    shared: false,
    shareToken: null,
    shareUrl: null,
    readPosition: null,
    listenedMs: null,
    unread: id % 3 !== 0,
    rating: null,
    summary: content.headline,
    content,
    timings,
    ...change,
  }
}

/** The same summary as seen by a user who does not have it. */
export const communitySummary = (id: number, nowMs: number, change: Partial<Summary> = {}): Summary =>
  sampleSummary(id, nowMs, { id: 2 ** 40 + id, userId: 0, access: 'community', unread: true, ...change })

/** Fields of a summary before its text is written. */
export const unwritten = {
  headline: null,
  readMinutes: null,
  audioUrl: null,
  audioDurationMs: null,
  summary: '',
  content: null,
  timings: null,
  audio: 'none',
  refundable: true,
  unread: true,
  listenedMs: null,
  readPosition: null,
} as const satisfies Partial<Summary>

export const failedWith = (code: NonNullable<SummaryItem['code']>, error: string): Partial<Summary> => ({
  ...unwritten,
  state: 'failed',
  code,
  error,
})
