import type { DigestVideo } from './digest.ts'

/**
 * Minimum similarity of two videos about the same story. Missing a story only costs a heading, but merging two different ones
 * is an error. So the threshold is above every wrong pair in `stories.test.ts`, and misses some right ones.
 */
const storyThreshold = 0.26

/**
 * Groups videos of different channels about the same story, in the order of their first videos; any other video is a group of
 * its own. A story has at most one video per channel, because two parts of a video are two stories.
 */
export function groupByStory(videos: readonly DigestVideo[]): DigestVideo[][] {
  const vectors = vectorsOf(videos)
  const stories: number[][] = []
  for (const [at, video] of videos.entries()) {
    const match = stories
      .filter(story => !story.some(other => videos[other]!.channelId === video.channelId))
      // Compared with the first video, not the last: otherwise a chain of different stories would become one.
      .map(story => ({ story, similarity: cosine(vectors[story[0]!]!, vectors[at]!) }))
      .filter(({ similarity }) => similarity >= storyThreshold)
      .filter(({ story }) => !haveDifferentNumbers(videos[story[0]!]!.title, video.title))
      .toSorted((one, other) => other.similarity - one.similarity)[0]
    if (match) match.story.push(at)
    else stories.push([at])
  }
  return stories.map(story => story.map(at => videos[at]!))
}

/** `Flight 12` and `Flight 11`, or `iPhone 18` and `iPhone 17`, are different stories even if the rest is the same. */
function haveDifferentNumbers(one: string, other: string): boolean {
  const numbers = numbersIn(other)
  return [...numbersIn(one)].some(([word, number]) => (numbers.get(word) ?? number) !== number)
}

/** Numbers by the word in front of them, without scores, times of day and percentages. */
function numbersIn(title: string): Map<string, string> {
  const tokens = title.toLowerCase().match(/\p{L}+|\d+(?:[.:-]\d+)*%?|[^\p{L}\d\s#-]/gu) ?? []
  return new Map(
    tokens.flatMap((token, at) => {
      const next = tokens[at + 1] ?? ''
      return /^\p{L}{2}/u.test(token) && !commonWords.has(token) && /^\d+(\.\d+)?$/.test(next) ? [[token, next]] : []
    }),
  )
}

type Vector = ReadonlyMap<string, number>

const titleWeight = 2
/**
 * Number of assumed other videos that contain none of these words. Without them, the words that both videos of a digest of
 * two have in common would have no weight.
 */
const unseenVideos = 30

/** Unit-length TF-IDF vector of each video. Term frequencies count by their square root: repeating a word adds little. */
function vectorsOf(videos: readonly DigestVideo[]): Vector[] {
  const counts = videos.map(({ title, points }) => {
    const count = new Map<string, number>()
    const add = (text: string, weight: number) => {
      for (const term of termsOf(text)) count.set(term, (count.get(term) ?? 0) + weight)
    }
    add(title, titleWeight)
    for (const { text } of points) add(text, 1)
    return count
  })
  const videoCounts = new Map<string, number>()
  for (const count of counts) for (const term of count.keys()) videoCounts.set(term, (videoCounts.get(term) ?? 0) + 1)
  const rarity = (term: string) => Math.log((videos.length + unseenVideos) / videoCounts.get(term)!)
  return counts.map(count => normalize(new Map([...count].map(([term, n]) => [term, Math.sqrt(n) * rarity(term)]))))
}

function normalize(vector: Map<string, number>): Vector {
  const length = Math.hypot(...vector.values()) || 1
  return new Map([...vector].map(([term, value]) => [term, value / length]))
}

function cosine(one: Vector, other: Vector): number {
  let sum = 0
  for (const [term, value] of one) sum += value * (other.get(term) ?? 0)
  return sum
}

/** Stemmed words and numbers, without common words. */
const termsOf = (text: string): string[] =>
  (
    text
      .normalize('NFKC')
      .toLowerCase()
      .match(/[\p{L}\p{N}]+(?:[.,]\p{N}+)*/gu) ?? []
  )
    .filter(word => !commonWords.has(word) && (word.length > 1 || /\p{N}/u.test(word)))
    .map(stem)

/** Makes `launches`, `launched` and `launching` the same. Rough, but consistent. */
const stem = (word: string): string =>
  word.length <= 4 ? word.replace(/s$/, '') : word.replace(/(?:ies|ied|ing|ed|es|s|ly|er|ers)$/, '').slice(0, 9)

const commonWords = new Set(
  `a about after again all also am an and any are as at back be because been before being best better between big both but by
  can come could day did do does don done down each even every explained few finally find first for from full get gets getting
  go goes going good got great had has have he her here his how i if in inside into is it its just know last let like ll long
  look looks lot made make makes making many may me might more most much must my need never new next no not now of off old on
  one only or other our out over own part people per re really review right s said same say says see she should show shows
  since so some still such t take takes tell tells than that the their them then there these they thing things think this
  those through time to today told too top two under until up us use used using ve very video want was watch way we week well
  were what when where which while who whole why will with without work would year years yet you your`.split(/\s+/),
)
