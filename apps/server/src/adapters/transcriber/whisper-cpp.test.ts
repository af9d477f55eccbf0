import { lineOf, startSttTwin } from '@recaps/stt-twin'
import { describe } from 'vitest'
import { recogniserConformance } from './conformance.ts'
import { whisperCppRecogniser } from './whisper-cpp.ts'

describe('a recogniser that speaks as whisper.cpp does', () => {
  recogniserConformance({
    twins: { lineOf, startSttTwin },
    make: (url, config) => whisperCppRecogniser({ ...config, url }),
  })
})
