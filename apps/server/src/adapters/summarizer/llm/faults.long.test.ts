import { describe } from 'vitest'
import { modelFaults } from '../../../../test/model-faults.ts'

describe.each(['openai', 'anthropic', 'google'] as const)('summaries by a model with the API of %s', provider =>
  modelFaults(provider),
)
