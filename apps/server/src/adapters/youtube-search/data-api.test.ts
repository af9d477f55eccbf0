import { describe } from 'vitest'
import { systemClock } from '../../ports/clock.ts'
import { againstTwin } from '../youtube/against-twin.ts'
import { dataApi } from '../youtube/data-api.ts'
import { youtubeRoutes } from '../youtube/gateway.ts'
import { searchConformance } from './conformance.ts'
import { dataApiSearch } from './data-api.ts'

describe('search by the Data API', () => {
  searchConformance(againstTwin(), baseUrl =>
    dataApiSearch(dataApi({ key: 'a-key', route: youtubeRoutes({ baseUrl })[0]!, clock: systemClock })),
  )
})
