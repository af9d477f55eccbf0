import type { DigestVideo } from './digest.ts'

/**
 * As much alike as two tellings of one story are at least. A story that is missed costs a heading, two that are made one would
 * be a falsehood: so it stands above whatever is none in the pairs of `stories.test.ts`, and misses some that are.
 */
const storyThreshold = 0.26

/**
 * Videos that tell the same story on several channels stand together, the first of them first; every other one stands alone.
 * A story takes one video of a channel: two parts of one video are two.
 */
export function storiesOf(videos: readonly DigestVideo[]): DigestVideo[][] {
  const vectors = vectorsOf(videos)
  const stories: number[][] = []
  for (const [at, video] of videos.entries()) {
    const told = stories
      .filter(story => !story.some(other => videos[other]!.channelId === video.channelId))
      // Alike to the first, not to the last: else a chain of stories would become one.
      .map(story => ({ story, alike: cosine(vectors[story[0]!]!, vectors[at]!) }))
      .filter(({ alike }) => alike >= storyThreshold)
      .filter(({ story }) => !isAnotherNumber(videos[story[0]!]!.title, video.title))
      .toSorted((one, other) => other.alike - one.alike)[0]
    if (told) told.story.push(at)
    else stories.push([at])
  }
  return stories.map(story => story.map(at => videos[at]!))
}

/** `Flight 12` and `Flight 11`, `iPhone 18` and `iPhone 17`: whatever else they share, they are two. */
function isAnotherNumber(one: string, other: string): boolean {
  const numbers = numbersIn(other)
  return [...numbersIn(one)].some(([word, number]) => (numbers.get(word) ?? number) !== number)
}

/** By the word in front of them. A goal, a time of day and a percentage are no such numbers. */
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

/** What is said in a title counts more than what is said in a point. */
const titleWeight = 2
/**
 * As if so many other videos were known, none of which says any of these words: a digest of two would otherwise find
 * whatever both say worthless.
 */
const unseenVideos = 30

/** TF-IDF of length one, for each video. Frequency counts by its root: who repeats a word tells no other story by it. */
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
  const seenIn = new Map<string, number>()
  for (const count of counts) for (const term of count.keys()) seenIn.set(term, (seenIn.get(term) ?? 0) + 1)
  const rarity = (term: string) => Math.log((videos.length + unseenVideos) / seenIn.get(term)!)
  return counts.map(count => unit(new Map([...count].map(([term, n]) => [term, Math.sqrt(n) * rarity(term)]))))
}

function unit(vector: Map<string, number>): Vector {
  const length = Math.hypot(...vector.values()) || 1
  return new Map([...vector].map(([term, value]) => [term, value / length]))
}

function cosine(one: Vector, other: Vector): number {
  let sum = 0
  for (const [term, value] of one) sum += value * (other.get(term) ?? 0)
  return sum
}

/** Words and numbers without their endings, and without those that any video says. */
const termsOf = (text: string): string[] =>
  (
    text
      .normalize('NFKC')
      .toLowerCase()
      .match(/[\p{L}\p{N}]+(?:[.,]\p{N}+)*/gu) ?? []
  )
    .filter(word => !commonWords.has(word) && (word.length > 1 || /\p{N}/u.test(word)))
    .map(stem)

/** So that `launches`, `launched` and `launching` are one. Rough, and the same for all. */
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
