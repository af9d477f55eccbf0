import { gzipSync } from 'node:zlib'
import type { Summary } from '@recaps/summarizer'
import { openEngines } from '../../apps/server/src/compose-adapters.ts'
import { readConfig } from '../../apps/server/src/config.ts'
import { systemClock } from '../../apps/server/src/ports/clock.ts'
import { createInMemoryCheckpoint } from '../../apps/server/src/ports/summarizer.ts'
import type { Engine, UnavailableEngine } from './engines.ts'

/** The product's language model engine, if `LLM_MODEL` and `LLM_URL` or `LLM_KEY` configure a model. */
export function modelEngine(): Engine | UnavailableEngine {
  const config = readConfig(process.env)
  if (!config.llm) return { name: 'llm', skipped: 'no model' }
  return {
    name: 'llm',
    async summarize({ segments, durationMs }, { words, preset = 'standard' }) {
      const engines = openEngines(config, systemClock)
      try {
        const { content, cost } = await engines.summarizer.write(
          {
            transcript: gzipSync(JSON.stringify(segments)),
            ...{ kind: 'auto', language: 'en', durationMs, preset, focus: null },
            ...{ title: '', description: null, chapters: [] },
            ...(words === undefined ? {} : { words }),
          },
          { signal: new AbortController().signal, notebook: createInMemoryCheckpoint(), onProgress: () => {} },
        )
        // Otherwise the built-in engine's text would count as the model's.
        if (cost?.fallback) throw new Error(`The model wrote no summary, the built-in engine did: ${cost.fallback}`)
        return content as Summary
      } finally {
        await engines.close()
      }
    },
  }
}
