import { type FakeYoutube, type FakeYoutubeConfig, startFakeYoutube } from '@recaps/fake-youtube'
import { afterAll, afterEach, beforeAll, expect } from 'vitest'
import { systemClock } from '../../../ports/clock.ts'
import { openYoutube, type Youtube, type YoutubeConfig } from '../open.ts'

export interface FakeYoutubeSetup {
  fake: FakeYoutube
  /** Opens all ports with empty caches and no recorded failures. */
  open(config?: Partial<YoutubeConfig>): Youtube
}

/** Starts a fake for the tests of a file. A test that sends it an unknown request fails. */
export const setUpFakeYoutube = (config: FakeYoutubeConfig = {}): FakeYoutubeSetup => {
  let running: FakeYoutube
  beforeAll(async () => {
    running = await startFakeYoutube(config)
  })
  afterAll(() => running.close())
  afterEach(() => {
    running.clearFaults()
    // Also clears the list, so that one failing test does not fail the next ones.
    expect(running.unknown.splice(0)).toEqual([])
  })
  return {
    get fake() {
      return running
    },
    open: more =>
      openYoutube({
        baseUrl: running.url,
        clock: systemClock,
        health: { tolerance: Number.POSITIVE_INFINITY },
        ...more,
      }),
  }
}

/** Ids of videos on the fake's channels, by their state. */
export const fakeVideoIds = {
  manual: 'xxM5UYAr6qo',
  automatic: 'Sli7FA6EbqI',
  german: 'ziAaYVprhWQ',
  threeHours: '_mUB_ZAAfQU',
  twelveHours: 'yB6J5JILcak',
  tooLong: 'J3RlmBMrqZo',
  live: 'Ue7gAxLMql0',
  upcoming: 'r5E8ibp7WcQ',
  captionsPending: '2BstwsnPM5E',
  private: 'ryPGNFRu8mk',
  deleted: 'JMoGdY-uk6w',
  membersOnly: 'SYDnZZljEDQ',
  ageRestricted: 'WebvDnxqtFY',
  premiumOnly: '3_VqGXlhRlI',
  regionBlocked: 'LA1zge8nuhs',
  unplayable: 'MEDFODbtzWw',
  noCaptions: 'SWS_Wd36bSQ',
} as const
