import { createLine, startFakeStt } from '@recaps/fake-stt'
import { describe } from 'vitest'
import { recogniserConformance } from './conformance.ts'
import { openAiRecogniser } from './openai.ts'

describe('OpenAI-compatible recogniser', () => {
  recogniserConformance({
    fakes: { createLine, startFakeStt },
    make: (url, config) => openAiRecogniser({ ...config, url: `${url}/v1` }),
  })
})
