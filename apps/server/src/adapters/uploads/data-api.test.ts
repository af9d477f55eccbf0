import { describe } from 'vitest'
import { systemClock } from '../../ports/clock.ts'
import { createDataApiQuery } from '../youtube/data-api.ts'
import { youtubeRoutes } from '../youtube/gateway.ts'
import { setUpFakeYoutube } from '../youtube/test/set-up-fake-youtube.ts'
import { uploadsConformance } from './conformance.ts'
import { dataApiUploads } from './data-api.ts'

describe('uploads from the Data API', () => {
  const at = setUpFakeYoutube()
  const open = (baseUrl: string) =>
    dataApiUploads(createDataApiQuery({ key: 'a-key', route: youtubeRoutes({ baseUrl })[0]!, clock: systemClock }))
  uploadsConformance(at, open, { slackMs: 2_000 })
})
