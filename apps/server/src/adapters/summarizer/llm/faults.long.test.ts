import { describe } from 'vitest'
import { testModelFaults } from '../../../../test/model-faults.ts'

describe.each(['openai', 'anthropic', 'google'] as const)('summaries by a model with the API of %s', provider =>
  testModelFaults(provider),
)
