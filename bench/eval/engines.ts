import type { Options, Summary } from '@recaps/summarizer'
import type { Models } from '@recaps/summarizer/models'
import { summarizeWith } from '@recaps/summarizer/summarize'
import type { SpokenDocument } from '@recaps/summarizer/training/documents'
import { modelEngine } from './model-engine.ts'

/** Writes complete summaries with citations. */
export interface Engine {
  name: string
  summarize(document: SpokenDocument, options: Options): Promise<Summary>
}

/** An engine that can't run here, with the reason. */
export interface UnavailableEngine {
  name: string
  skipped: string
}

/**
 * All engines. The language model engine is unavailable if the environment configures no model. `modelsOf` returns models for the
 * built-in engine that were not trained on the document.
 */
export const engines = (modelsOf: (document: SpokenDocument) => Models): (Engine | UnavailableEngine)[] => [
  {
    name: 'builtin',
    summarize: async (document, options) => summarizeWith(modelsOf(document), { ...document, kind: 'auto' }, options),
  },
  modelEngine(),
]

export const isAvailable = (engine: Engine | UnavailableEngine): engine is Engine => 'summarize' in engine
