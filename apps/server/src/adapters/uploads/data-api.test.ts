import { describe } from 'vitest'
import { systemClock } from '../../ports/clock.ts'
import { dataApi } from '../youtube/data-api.ts'
import { youtubeRoutes } from '../youtube/gateway.ts'
import { againstFake } from '../youtube/test/against-fake.ts'
import { uploadsConformance } from './conformance.ts'
import { dataApiUploads } from './data-api.ts'

describe('uploads from the Data API', () => {
  const at = againstFake()
  const open = (baseUrl: string) =>
    dataApiUploads(dataApi({ key: 'a-key', route: youtubeRoutes({ baseUrl })[0]!, clock: systemClock }))
  uploadsConformance(at, open, { slackMs: 2_000 })
})
