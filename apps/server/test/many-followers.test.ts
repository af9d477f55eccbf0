import { it } from 'vitest'
import { testManyFollowers } from './many-followers.ts'
import { silentSpeech } from './silent-speech.ts'
import { useServer } from './start-server.ts'

const test = await useServer({ ports: { speech: silentSpeech } })

it('one new video of a channel with twenty followers is transcribed, summarized and read out once, and sent in twenty digests', () =>
  testManyFollowers(test, 20))
