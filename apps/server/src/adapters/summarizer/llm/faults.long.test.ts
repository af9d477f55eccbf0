import { describe } from 'vitest'
import { modelFaults } from '../../../../test/model-faults.ts'

describe.each(['openai', 'anthropic', 'google'] as const)('a summary by a model that speaks as %s does', provider =>
  modelFaults(provider),
)
