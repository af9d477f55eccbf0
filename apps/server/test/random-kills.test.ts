import { it } from 'vitest'
import { survivesKills } from './random-kills.ts'

it('a server that is killed 30 times at random loses nothing and does nothing twice', () => survivesKills(30), 240_000)
