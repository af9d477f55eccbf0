import { tokenize } from '../checking/tokens.ts'
import { joinSpans, totalMs } from '../coverage.ts'
import { mainLanguage } from '../reading/language.ts'
import type { Section, Sentence, Summary, TranscriptKind } from '../types.ts'
import { type CheckedClaim, type Claim, createClaimChecker, toSpokenText } from './claims.ts'
import { cleanTitle } from './clean.ts'
import { dropToFit, fillGaps } from './fill-gaps.ts'
import type { Manuscript } from './manuscript.ts'
import type { Point } from './notes.ts'

/** A summary as written by a writer, unchecked. */
export interface Draft {
  headline: string
  keyPoints: Claim[]
  sections: { title: string; sentences: Claim[] }[]
}

/** A draft checked against the manuscript, without its unusable claims. */
export interface CheckedDraft {
  headline: string
  keyPoints: CheckedClaim[]
  sections: { title: string; sentences: CheckedClaim[] }[]
  /** Number of claims in the unchecked draft. */
  handedIn: number
}

const MAX_SECTIONS = 30
const MAX_POINTS = 3

/** Checks a draft without a language model. Checks at most `maxSentences`, so that an endless draft costs nothing. */
export function checkDraft(manuscript: Manuscript, draft: Draft, maxSentences: number): CheckedDraft {
  const check = createClaimChecker(manuscript)
  const source = toSpokenText(manuscript)
  const seen = new Set<string>()
  const keepUsable = (claims: readonly Claim[]) =>
    claims.flatMap(claim => {
      const checked = check(claim)
      const words = duplicateKey(checked?.text ?? '')
      if (!checked || seen.has(words)) return []
      seen.add(words)
      return [checked]
    })
  const keyPoints = keepUsable(draft.keyPoints.slice(0, MAX_POINTS))
  let left = maxSentences
  const sections = draft.sections.slice(0, MAX_SECTIONS).map(({ title, sentences }) => {
    const considered = sentences.slice(0, left)
    left -= considered.length
    return { title: cleanTitle(title, source, 90) ?? '', sentences: keepUsable(considered) }
  })
  const headline = cleanTitle(draft.headline, source, 140) ?? ''
  const isInEnglish = isEnglish(manuscript, [...keyPoints, ...sections.flatMap(section => section.sentences)])
  if (!isInEnglish) return { headline: '', keyPoints: [], sections: [], handedIn: 0 }
  const handedIn = draft.keyPoints.length + draft.sections.reduce((sum, { sentences }) => sum + sentences.length, 0)
  return {
    headline: areNumbersSpoken(headline, manuscript) ? headline : '',
    keyPoints,
    sections: sections.filter(section => section.sentences.length > 0),
    handedIn,
  }
}

/** Whether the claims are in English. A writer may fail to translate, so this is only checked if there was something to translate. */
function isEnglish({ passages }: Manuscript, claims: readonly CheckedClaim[]): boolean {
  if (!passages.some(passage => passage.foreign)) return true
  const text = claims.map(claim => claim.text).join(' ')
  return ['en', 'und'].includes(mainLanguage([{ text, startMs: 0, endMs: 0 }]).language)
}

/** The words of a sentence as a key to find duplicates. */
const duplicateKey = (text: string): string => (text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).join(' ')

/** Whether all numbers in a headline occur in the recording. Always true for foreign recordings, where this cannot be checked. */
function areNumbersSpoken(headline: string, { passages }: Manuscript): boolean {
  if (passages.some(passage => passage.foreign)) return true
  const facts = tokenize(headline).filter(token => token.kind === 'number')
  if (facts.length === 0) return true
  const forms = new Set(
    passages.flatMap(({ lines }) => lines.flatMap(line => tokenize(line.text, true).map(({ form }) => form))),
  )
  return facts.every(({ form }) => forms.has(form))
}

/** All claims of a draft in a fixed order: key points first, then section by section. */
export const collectClaims = ({ keyPoints, sections }: CheckedDraft): CheckedClaim[] => [
  ...keyPoints,
  ...sections.flatMap(section => section.sentences),
]

/** A judge's opinion on whether the passages support a claim; null if no judge was asked or none answered. */
export type Verdict = boolean | null

export interface FinishOptions {
  /** One per claim: key points first, then section by section. */
  verdicts: readonly Verdict[]
  /** Points to fill stretches that no sentence cites. */
  points: readonly Point[]
  /** Target length in words. */
  words: number
  kind: TranscriptKind
  engine: string
  version: string
  /** Used if the draft has no valid headline. */
  headline: string
}

/** Turns a checked draft into a summary: drops unsupported claims and adds a sentence for every stretch that is not cited. */
export function finishSummary(manuscript: Manuscript, draft: CheckedDraft, finishing: FinishOptions): Summary {
  const { verdicts, engine, version, kind } = finishing
  let next = 0
  const toSentences = (claims: readonly CheckedClaim[]) =>
    claims.flatMap(claim => toSentence(claim, verdicts[next++] ?? null))
  const inThreePoints = toSentences(draft.keyPoints)
  const written = draft.sections.map(({ title, sentences }) => toSection(title, toSentences(sentences)))
  const filled = fillGaps(manuscript, { inThreePoints, sections: written.filter(isNotNull) }, finishing)
  const headline = draft.headline || finishing.headline
  const sections = dropToFit(manuscript, finishing.words, { headline, inThreePoints, sections: filled })
  const sentences = [...inThreePoints, ...sections.flatMap(section => section.sentences)]
  return {
    headline: headline || (sentences[0]?.text ?? ''),
    inThreePoints,
    sections,
    coverage: {
      durationMs: manuscript.durationMs,
      readMs: totalMs(manuscript.read),
      read: manuscript.read,
      represented: joinSpans(
        sentences.flatMap(sentence => sentence.cites),
        0,
      ),
      notEnglish: [],
      leftOut: 0,
    },
    support: {
      verified: sentences.filter(s => s.support === 'verified').length,
      total: sentences.length,
      judged: sentences.filter(s => s.judged).length,
    },
    promotion: { totalMs: totalMs(manuscript.promotion), spans: manuscript.promotion },
    engine,
    version,
    language: 'en',
    transcript: {
      kind,
      quality: manuscript.quality,
      ...(manuscript.language === 'en' || manuscript.language === 'und' ? {} : { language: manuscript.language }),
    },
  }
}

/**
 * Drops claims that were judged wrong, have numbers missing from their passages, or names missing from the whole recording. A claim that
 * other passages support (such as a name where its own passage has "he") is weak. A claim without a verdict must be fully supported.
 */
function toSentence({ text, cites, missing, invented, foreign }: CheckedClaim, verdict: Verdict): Sentence[] {
  const isSupported = missing.length === 0
  const isFalse = invented.length > 0 || missing.some(word => /\d/.test(word) || word === 'citation')
  if (verdict === false || isFalse) return []
  if (verdict === null && !isSupported) return []
  const isVerified = isSupported && (!foreign || verdict === true)
  return [{ text, cites, support: isVerified ? 'verified' : 'weak', ...(verdict ? { judged: true } : {}) }]
}

const isNotNull = (section: Section | null) => section !== null

export function toSection(title: string, sentences: readonly Sentence[]): Section | null {
  if (sentences.length === 0) return null
  const cites = sentences.flatMap(sentence => sentence.cites)
  return {
    title,
    startMs: Math.min(...cites.map(cite => cite.startMs)),
    endMs: Math.max(...cites.map(cite => cite.endMs)),
    sentences: [...sentences],
  }
}
