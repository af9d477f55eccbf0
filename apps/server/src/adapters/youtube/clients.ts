export interface PlayerClient {
  name: ClientName
}

export type ClientName = keyof typeof requests

/**
 * VISIONOS first: it needs no proof-of-origin token and its caption URLs work. IOS last: it also gets the captions of videos
 * for children, which VISIONOS reports as unplayable.
 */
export const defaultClients: readonly PlayerClient[] = [{ name: 'VISIONOS' }, { name: 'ANDROID' }, { name: 'IOS' }]

export const playerRequest = (client: ClientName, videoId: string): { endpoint: string; args: object } =>
  requests[client](videoId)

const player = (videoId: string) => ({
  endpoint: `/player?id=${videoId}`,
  args: { videoId, contentCheckOk: true, racyCheckOk: true },
})

/** The player response inside the one for Shorts: ANDROID gets it without a proof-of-origin token, as its app does. */
const reel = (videoId: string) => ({
  endpoint: `/reel/reel_item_watch?id=${videoId}&$fields=playerResponse`,
  args: { playerRequest: player(videoId).args, disablePlayerResponse: false },
})

const requests = {
  VISIONOS: player,
  ANDROID: reel,
  ANDROID_VR: player,
  IOS: player,
  TV: player,
  MWEB: player,
  WEB: player,
} as const

export const clientNames = Object.keys(requests) as ClientName[]
