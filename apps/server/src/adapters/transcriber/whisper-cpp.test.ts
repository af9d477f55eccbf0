import { lineOf, startFakeStt } from '@recaps/fake-stt'
import { describe } from 'vitest'
import { recogniserConformance } from './conformance.ts'
import { whisperCppRecogniser } from './whisper-cpp.ts'

describe('a recogniser that speaks as whisper.cpp does', () => {
  recogniserConformance({
    fakes: { lineOf, startFakeStt },
    make: (url, config) => whisperCppRecogniser({ ...config, url }),
  })
})
