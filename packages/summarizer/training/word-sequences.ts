import { readFileSync, writeFileSync } from 'node:fs'
import { packEntries } from '../src/learnt/hashed-model.ts'
import { hashWord, SEQUENCE_STEP, sequenceKeys } from '../src/reading/word-sequences.ts'

/**
 * Packs the output of word-sequences.c: `node packages/summarizer/training/word-sequences.ts <sequences.txt>`. Keeps the word pairs whose
 * probability differs most from the product of their single words, weighted by their frequency.
 */
const MAX_PAIRS = 150_000

const [file] = process.argv.slice(2)
if (!file) {
  console.error('Usage: node packages/summarizer/training/word-sequences.ts <sequences.txt>')
  process.exit(1)
}

interface KnownWord {
  hash: number
  unigram: number
  backoff: number
}

const words: KnownWord[] = []
const pairs: { b: number; c: number; p: number }[] = []
const weights = new Map<number, number>()
const put = (key: number, p: number) => weights.set(key, Math.max(-127, Math.round(p / SEQUENCE_STEP)))

for (const line of readFileSync(file, 'utf8').split('\n')) {
  const [kind, first = '', ...rest] = line.split(' ')
  const [second = 0, third = 0, fourth = 0, fifth = 0] = rest.map(Number)
  if (kind === 'W') {
    const entry = { hash: hashWord(first), unigram: second, backoff: third }
    words.push(entry)
    put(sequenceKeys.word(entry.hash), entry.unigram)
    put(sequenceKeys.backoff(entry.hash), entry.backoff)
    put(sequenceKeys.ends(entry.hash), fourth)
    put(sequenceKeys.begins(entry.hash), fifth)
  } else if (kind === 'B') pairs.push({ b: Number(first), c: second, p: third })
}
for (const line of readFileSync(file, 'utf8').split('\n')) {
  const [kind, first, second, p] = line.split(' ')
  if (kind !== 'E' && kind !== 'S') continue
  const key = kind === 'E' ? sequenceKeys.endsPair : sequenceKeys.beginsPair
  put(key(words[Number(first)]!.hash, words[Number(second)]!.hash), Number(p))
}

const informativeness = ({ b, c, p }: (typeof pairs)[number]) =>
  Math.exp(words[b]!.unigram + p) * Math.abs(p - words[b]!.backoff - words[c]!.unigram)
const ranked = pairs.map(pair => ({ ...pair, worth: informativeness(pair) })).sort((x, y) => y.worth - x.worth)
for (const { b, c, p } of ranked.slice(0, MAX_PAIRS)) put(sequenceKeys.pair(words[b]!.hash, words[c]!.hash), p)

const entries = [...weights].sort((x, y) => x[0] - y[0]).map(([key, weight]) => [key, [weight]] as const)
writeFileSync(
  new URL('../src/generated/word-sequences.ts', import.meta.url),
  `// Made by training/word-sequences.ts.\nexport const WORD_SEQUENCES =\n  '${packEntries(entries)}'\n`,
)
