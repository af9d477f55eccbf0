import type { VideoFailureCode } from '@recaps/contract/failures'

type Outcome = 'ok' | VideoFailureCode
const refused = (code: VideoFailureCode) => ({ video: code, captions: code })

/** The expected outcome for each video of the shared recordings. Ids that spell words belong to files without an id. */
export const expectedOutcomes: Record<string, { video: Outcome; captions: Outcome }> = {
  GJLlxj_dtq8: { video: 'ok', captions: 'ok' },
  'rCAS2eD-mcw': { video: 'ok', captions: 'ok' },
  M4gD1WSo5mA: { video: 'ok', captions: 'ok' },
  DJ8GQUNUXGM: { video: 'ok', captions: 'ok' },
  // Plays on ANDROID but not on VISIONOS.
  it3OtbTxQk0: { video: 'ok', captions: 'ok' },
  dsMFmonKDD4: { video: 'ok', captions: 'no_captions' },
  X4VbdwhkE10: refused('live'),
  'N-yVic7BbY0': refused('upcoming'),
  TceijYjxdrQ: refused('too_long'),
  '8VajtrESJzA': refused('private'),
  ayI2iBwGdxw: refused('members_only'),
  Njp5uhTorCo: refused('age_restricted'),
  unavailable: refused('not_found'),
  'don-t-exist': refused('not_found'),
  'bot-check__': refused('bot_check'),
  consent____: refused('consent_page'),
  'too-many-re': refused('ip_blocked'),
}

/** For each search page of the shared recordings: number of results, id of the first one, and whether there is a next page. */
export const expectedSearches: Record<string, { count: number; first?: string; goesOn?: boolean }> = {
  'search/channels-test/2-web-search.json': { count: 20, first: 'UCZRcA_nO3Kt-SOml2mY8D9g' },
  'search/channels-test/3-web-search-continuation.json': { count: 20, goesOn: true },
  'search/mixed-last-page/2-web-search.json': { count: 9, first: 'MkPQ9bXNjkM' },
  'search/mixed-last-page/3-web-search-continuation.json': { count: 0, goesOn: false },
  'search/videos-cirque/2-web-search.json': { count: 20, first: 'o8Yc-v_2k-8' },
  'search/videos-cirque/3-web-search-continuation.json': { count: 20, goesOn: true },
  'search/videos-did-you-mean/2-web-search.json': { count: 20, first: 'RCh7ZS-hkZY' },
  'search/videos-did-you-mean/3-web-search-continuation.json': { count: 20, goesOn: true },
  'search/videos-multi-uploader/2-web-search.json': { count: 1, first: 'Nxk6aRHi664' },
}
