import { tokensOf } from '../checking/tokens.ts'
import { joinSpans, totalMs } from '../coverage.ts'
import { mainLanguage } from '../reading/language.ts'
import type { Section, Sentence, Summary, TranscriptKind } from '../types.ts'
import { type CheckedClaim, type Claim, claimChecker, sourceOf } from './claims.ts'
import { cleanTitle } from './clean.ts'
import { fillGaps, fitted } from './fill-gaps.ts'
import type { Manuscript } from './manuscript.ts'
import type { Point } from './notes.ts'

/** A summary as a writer hands it in. */
export interface Draft {
  headline: string
  keyPoints: Claim[]
  sections: { title: string; sentences: Claim[] }[]
}

/** A draft whose claims were held against the manuscript; those that cannot be used at all are gone. */
export interface CheckedDraft {
  headline: string
  keyPoints: CheckedClaim[]
  sections: { title: string; sentences: CheckedClaim[] }[]
  /** How many claims were handed in. */
  handedIn: number
}

const MOST_SECTIONS = 30
const MOST_POINTS = 3

/** Checks a draft without a model. At most `most` sentences are looked at, so that a writer without end costs nothing. */
export function checkDraft(manuscript: Manuscript, draft: Draft, most: number): CheckedDraft {
  const check = claimChecker(manuscript)
  const source = sourceOf(manuscript)
  const taken = new Set<string>()
  const usable = (claims: readonly Claim[]) =>
    claims.flatMap(claim => {
      const checked = check(claim)
      const words = wordsOf(checked?.text ?? '')
      if (!checked || taken.has(words)) return []
      taken.add(words)
      return [checked]
    })
  const keyPoints = usable(draft.keyPoints.slice(0, MOST_POINTS))
  let left = most
  const sections = draft.sections.slice(0, MOST_SECTIONS).map(({ title, sentences }) => {
    const looked = sentences.slice(0, left)
    left -= looked.length
    return { title: cleanTitle(title, source, 90) ?? '', sentences: usable(looked) }
  })
  const headline = cleanTitle(draft.headline, source, 140) ?? ''
  const isOurs = isEnglish(manuscript, [...keyPoints, ...sections.flatMap(section => section.sentences)])
  if (!isOurs) return { headline: '', keyPoints: [], sections: [], handedIn: 0 }
  const handedIn = draft.keyPoints.length + draft.sections.reduce((sum, { sentences }) => sum + sentences.length, 0)
  return {
    headline: saysOnly(headline, manuscript) ? headline : '',
    keyPoints,
    sections: sections.filter(section => section.sentences.length > 0),
    handedIn,
  }
}

/** A writer who does not translate writes what nobody asked for. Only where there was something to translate can that be told. */
function isEnglish({ passages }: Manuscript, claims: readonly CheckedClaim[]): boolean {
  if (!passages.some(passage => passage.foreign)) return true
  const text = claims.map(claim => claim.text).join(' ')
  return ['en', 'und'].includes(mainLanguage([{ text, startMs: 0, endMs: 0 }]).language)
}

/** What two sentences have in common that say the same in the same words. */
const wordsOf = (text: string): string => (text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).join(' ')

/** Whether the numbers of a headline are said anywhere; in another language nobody can tell. */
function saysOnly(headline: string, { passages }: Manuscript): boolean {
  if (passages.some(passage => passage.foreign)) return true
  const facts = tokensOf(headline).filter(token => token.kind === 'number')
  if (facts.length === 0) return true
  const forms = new Set(
    passages.flatMap(({ lines }) => lines.flatMap(line => tokensOf(line.text, true).map(({ form }) => form))),
  )
  return facts.every(({ form }) => forms.has(form))
}

/** Every claim of a draft in one order: key points first, then section by section. */
export const claimsOf = ({ keyPoints, sections }: CheckedDraft): CheckedClaim[] => [
  ...keyPoints,
  ...sections.flatMap(section => section.sentences),
]

/** Whether somebody found a claim borne out by its passages: null when nobody was asked, or no answer came. */
export type Verdict = boolean | null

export interface Finishing {
  /** One for each of `claimsOf`. */
  verdicts: readonly Verdict[]
  /** From which stretches are filled that no sentence cites. */
  points: readonly Point[]
  /** Words the summary should have. */
  words: number
  kind: TranscriptKind
  engine: string
  version: string
  /** Used where the draft has none that holds. */
  headline: string
}

/** Makes the summary of a checked draft: what is not borne out is left out, stretches that no sentence cites get one. */
export function finishSummary(manuscript: Manuscript, draft: CheckedDraft, finishing: Finishing): Summary {
  const { verdicts, engine, version, kind } = finishing
  let next = 0
  const judged = (claims: readonly CheckedClaim[]) =>
    claims.flatMap(claim => toSentence(claim, verdicts[next++] ?? null))
  const inThreePoints = judged(draft.keyPoints)
  const written = draft.sections.map(({ title, sentences }) => toSection(title, judged(sentences)))
  const filled = fillGaps(manuscript, { inThreePoints, sections: written.filter(isSection) }, finishing)
  const headline = draft.headline || finishing.headline
  const sections = fitted(manuscript, finishing.words, { headline, inThreePoints, sections: filled })
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
 * What is judged wrong goes, and so do numbers that the passages do not have and names that stand nowhere. What is borne out
 * elsewhere, as the name behind a "he", is weak. What nobody judged must hold by itself.
 */
function toSentence({ text, cites, missing, invented, foreign }: CheckedClaim, verdict: Verdict): Sentence[] {
  const isBorneOut = missing.length === 0
  const isFalse = invented.length > 0 || missing.some(word => /\d/.test(word) || word === 'citation')
  if (verdict === false || isFalse) return []
  if (verdict === null && !isBorneOut) return []
  const isVerified = isBorneOut && (!foreign || verdict === true)
  return [{ text, cites, support: isVerified ? 'verified' : 'weak', ...(verdict ? { judged: true } : {}) }]
}

const isSection = (section: Section | null) => section !== null

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
