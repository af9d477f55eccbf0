import { porterStem } from '../choosing/porter.ts'
import { bareWord, STOP_WORDS } from '../choosing/terms.ts'
import type { CommonWords } from '../models.ts'
import { tagWords } from '../reading/parts-of-speech.ts'
import type { Utterance } from '../reading/utterances.ts'
import { verbForm } from '../reading/verbs.ts'

/** A noun phrase of a recording, counted by stems, so that "limit point" and "limit points" are the same phrase. */
export interface Phrase {
  /** Its most frequent form. */
  text: string
  /** Stems in order, joined by spaces. */
  key: string
  /** Indexes of the utterances that contain it, in order, with repetitions. */
  utterances: number[]
  /** How specific its words are, 0 to 1. */
  weight: number
}

const MAX_WORDS = 3

/** Finds noun phrases of up to three content words. */
export function findPhrases(utterances: readonly Utterance[], common: CommonWords): Phrase[] {
  const found = new Map<string, { forms: Map<string, number>; places: number[]; weight: number }>()
  const tags = tagUtterances(utterances)
  utterances.forEach((utterance, index) => {
    for (const run of contentRuns(utterance, tags[index]!))
      for (let from = 0; from < run.length; from++)
        for (let to = from + 1; to <= Math.min(run.length, from + MAX_WORDS); to++) {
          const words = run.slice(from, to)
          if (!canBeTitle(words)) continue
          const key = words.map(word => stemOf(word.bare)).join(' ')
          const entry = found.get(key) ?? {
            forms: new Map<string, number>(),
            places: [] as number[],
            weight: phraseWeight(words, common),
          }
          found.set(key, entry)
          entry.places.push(index)
          const form = words.map(word => word.written).join(' ')
          entry.forms.set(form, (entry.forms.get(form) ?? 0) + 1)
        }
  })
  return [...found].map(([key, { forms, places, weight }]) => ({
    key,
    utterances: places,
    weight,
    text: [...forms].sort((a, b) => b[1] - a[1])[0]![0],
  }))
}

interface RunWord {
  bare: string
  written: string
  /** Follows a determiner, so it can only be a noun or an adjective. */
  nominal: boolean
  /** Tagged as a noun here. */
  noun: boolean
}

/** The parts of speech of each utterance. Words from captions without punctuation already have theirs. */
function tagUtterances(utterances: readonly Utterance[]): string[][] {
  const words = utterances.flatMap(utterance => utterance.words)
  const tags = words.every(word => word.guess)
    ? words.map(word => word.guess!.tag)
    : tagWords(words.map(word => bareWord(word.text) || '-'))
  const ends = [0]
  for (const utterance of utterances) ends.push(ends.at(-1)! + utterance.words.length)
  return utterances.map((_, i) => tags.slice(ends[i], ends[i + 1]))
}

const stems = new Map<string, string>()

function stemOf(bare: string): string {
  const entry = stems.get(bare)
  if (entry !== undefined) return entry
  const stem = porterStem(bare)
  if (stems.size < 50_000) stems.set(bare, stem)
  return stem
}

const DETERMINER = /^(the|a|an|my|your|his|her|its|our|their|this|that|these|those|some|any|no|every|each|another|of)$/

/** Splits an utterance into runs of words that may form a noun phrase: without function words, verbs, adverbs or punctuation inside. */
function contentRuns(utterance: Utterance, tags: readonly string[]): RunWord[][] {
  const runs: RunWord[][] = [[]]
  let before = ''
  utterance.words.forEach(({ text }, i) => {
    const bare = bareWord(text).replace(/'s$/, '')
    const nominal = DETERMINER.test(before)
    const noun = /NOUN|PROPN/.test(tags[i]!)
    if ((noun || /ADJ|NUM|X/.test(tags[i]!)) && isNominal(bare, nominal || noun || runs.at(-1)!.length > 0))
      runs.at(-1)!.push({
        bare,
        nominal,
        noun,
        written: text.replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, '').replace(/['’]s$/, ''),
      })
    else runs.push([])
    if (/[,.;:!?…)"]$/.test(text)) runs.push([])
    before = bare
  })
  return runs.filter(run => run.length > 0)
}

const NEVER =
  /^(people|person|guy|guys|man|men|woman|women|day|days|year|years|month|months|week|weeks|hour|hours|minute|minutes|second|seconds|moment|today|tomorrow|yesterday|tonight|morning|afternoon|evening|example|course|fact|case|point|points|question|questions|idea|ideas|percent|number|numbers|big|small|new|old|different|whole|main|certain|important|interesting|possible|able|available|better|best|worse|worst|bigger|high|higher|low|lower|hard|easy|easier|simple|cool|amazing|awesome|crazy|huge|wrong|true|real|sorry|happy|glad|okay|mr|mrs|ms|dr|chair|member|honourable|hon|hundred|thousand|million|billion|dollars|times|side|end|rest|couple|bunch|level|area|areas|reason|reasons|word|words|name|video|videos|ahead|yep|anyways|full|wanted|called|based|said|asking|including|etcetera|etc)$/

function isNominal(bare: string, nominal: boolean): boolean {
  if (bare.length < 3 && !/^(ai|tv|uk|eu|ui|ux|vr|hr|qa|pr|iq|pc|cd)$/.test(bare)) return false
  if (!/^[\p{L}][\p{L}\p{N}'.+#-]*$/u.test(bare) || STOP_WORDS.has(bare) || /(ly|n't|'\w+)$/.test(bare)) return false
  const form = verbForm(bare)
  return form === undefined || form === 'participle' ? true : nominal && form !== 'finite'
}

/** Whether words can be a title: they must contain a specific word and not end in an adjective. */
function canBeTitle(words: readonly RunWord[]): boolean {
  if (!words.at(-1)!.noun) return false
  const last = words.at(-1)!.bare
  if (NEVER.test(last) || (words.length === 1 && (NEVER.test(words[0]!.bare) || last.length < 4))) return false
  if (NEVER.test(words[0]!.bare) || new Set(words.map(word => word.bare)).size < words.length) return false
  return !/(ous|ful|able|ible|ical|less|ing)$/.test(last) || words.length === 1
}

const TIER = [0.25, 0.5, 0.8, 1, 1]

function phraseWeight(words: readonly RunWord[], common: CommonWords): number {
  const tiers = words.map(({ bare }) => TIER[common.get(bare) ?? 4]!)
  return Math.max(...tiers) * 0.6 + (tiers.reduce((sum, tier) => sum + tier, 0) / tiers.length) * 0.4
}
