import { describe } from 'vitest'
import { recogniserConformance } from './conformance.ts'
import { openAiRecogniser } from './openai.ts'

describe('a recogniser that speaks as OpenAI does', () => {
  recogniserConformance({ make: (url, config) => openAiRecogniser({ ...config, url: `${url}/v1` }) })
})
