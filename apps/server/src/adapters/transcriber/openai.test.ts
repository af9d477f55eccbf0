import { lineOf, startSttTwin } from '@recaps/stt-twin'
import { describe } from 'vitest'
import { recogniserConformance } from './conformance.ts'
import { openAiRecogniser } from './openai.ts'

describe('a recogniser that speaks as OpenAI does', () => {
  recogniserConformance({
    twins: { lineOf, startSttTwin },
    make: (url, config) => openAiRecogniser({ ...config, url: `${url}/v1` }),
  })
})
