import { createLine, startFakeStt } from '@recaps/fake-stt'
import { describe } from 'vitest'
import { recogniserConformance } from './conformance.ts'
import { whisperCppRecogniser } from './whisper-cpp.ts'

describe('whisper.cpp recogniser', () => {
  recogniserConformance({
    fakes: { createLine, startFakeStt },
    make: (url, config) => whisperCppRecogniser({ ...config, url }),
  })
})
