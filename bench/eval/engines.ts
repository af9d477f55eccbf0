import type { Options, Summary } from '@recaps/summarizer'
import type { Models } from '@recaps/summarizer/models'
import { summarizeWith } from '@recaps/summarizer/summarize'
import type { SpokenDocument } from '@recaps/summarizer/training/documents'
import { modelEngine } from './model-engine.ts'

/** Something that writes whole, cited summaries. */
export interface Engine {
  name: string
  summarise(document: SpokenDocument, options: Options): Promise<Summary>
}

/** An engine that cannot run here, and why. */
export interface AbsentEngine {
  name: string
  skipped: string
}

/**
 * The engines side by side. The one that writes by a language model is absent while the environment names none.
 * `modelsOf` gives the built-in engine models that have not seen the document.
 */
export const engines = (modelsOf: (document: SpokenDocument) => Models): (Engine | AbsentEngine)[] => [
  {
    name: 'builtin',
    summarise: async (document, options) => summarizeWith(modelsOf(document), { ...document, kind: 'auto' }, options),
  },
  modelEngine(),
]

export const isPresent = (engine: Engine | AbsentEngine): engine is Engine => 'summarise' in engine
