import type { Models } from '@recaps/summarizer/models'
import { summarizeWith } from '@recaps/summarizer/summarize'
import type { SpokenDocument } from '@recaps/summarizer/training/documents'
import { lead, lexrank, random, textrank } from './baselines.ts'
import { unitsFrom } from './builtin.ts'
import type { System } from './units.ts'

export const SYSTEM_NAMES = ['lead', 'random', 'lexrank', 'textrank', 'builtin'] as const
export type SystemName = (typeof SYSTEM_NAMES)[number]

export const systems = (modelsOf: (document: SpokenDocument) => Models): Record<SystemName, System> => ({
  lead,
  random,
  lexrank,
  textrank,
  builtin: (document, words) =>
    unitsFrom(document, summarizeWith(modelsOf(document), { ...document, kind: 'auto' }, { words })),
})
