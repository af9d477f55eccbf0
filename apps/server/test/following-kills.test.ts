import { inject, it } from 'vitest'
import { followsThroughKills } from './following-kills.ts'

it.runIf(inject('postgres'))('two servers that are killed at random deliver each digest once', () =>
  followsThroughKills(8, 24),
)
