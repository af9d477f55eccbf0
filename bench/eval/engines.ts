import type { Options, Summary } from '@recaps/summarizer'
import type { Models } from '@recaps/summarizer/models'
import { summarizeWith } from '@recaps/summarizer/summarize'
import type { SpokenDocument } from '@recaps/summarizer/training/documents'

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
 * The engines side by side. One with a language model takes its place here: it is absent while `LLM_URL` names none.
 * `modelsOf` gives the built-in engine models that have not seen the document.
 */
export const engines = (modelsOf: (document: SpokenDocument) => Models): (Engine | AbsentEngine)[] => [
  {
    name: 'builtin',
    summarise: async (document, options) => summarizeWith(modelsOf(document), { ...document, kind: 'auto' }, options),
  },
  { name: 'llm', skipped: process.env.LLM_URL ? 'no adapter' : 'no model' },
]

export const isPresent = (engine: Engine | AbsentEngine): engine is Engine => 'summarise' in engine
