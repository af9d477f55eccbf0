import { describe } from 'vitest'
import { testModelFaults } from '../../../../test/model-faults.ts'

// One of each kind. The long suite has all of them, for every provider.
describe('summaries by an OpenAI-compatible model [threat 21]', () =>
  testModelFaults('openai', [
    'resets every connection',
    'is busy for a second',
    'sends broken JSON once',
    'reveals its instructions',
    'cites at random',
    'invents facts',
    'leaves a list of citation marks open',
    'fails to read one chunk',
    'fails to write the final text',
    'fails to verify sentences',
  ]))
