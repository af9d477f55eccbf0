import { describe } from 'vitest'
import { modelFaults } from '../../../../test/model-faults.ts'

// One of each sort; all of them, with every provider, are in the long suite.
describe('a summary by a model that speaks as openai does [threat 21]', () =>
  modelFaults('openai', [
    'resets every connection',
    'is busy for a second',
    'gives broken JSON once',
    'tells its instructions',
    'cites at random',
    'invents',
    'leaves a list of citation marks open',
    'cannot read one chunk',
    'cannot write the whole',
    'cannot judge',
  ]))
