/** An InnerTube client that we know how to ask for a player answer. */
export interface PlayerClient {
  name: ClientName
}

export type ClientName = keyof typeof requests

/**
 * VISIONOS first: it needs no proof of origin and its caption addresses work. IOS last: it is given captions and videos for
 * children, of which VISIONOS is told that they cannot be played.
 */
export const defaultClients: readonly PlayerClient[] = [{ name: 'VISIONOS' }, { name: 'ANDROID' }, { name: 'IOS' }]

/** Endpoint and body of the request for a player answer. */
export const playerRequest = (client: ClientName, videoId: string): { endpoint: string; args: object } =>
  requests[client](videoId)

const player = (videoId: string) => ({
  endpoint: `/player?id=${videoId}`,
  args: { videoId, contentCheckOk: true, racyCheckOk: true },
})

/** The player answer inside the one for short videos: ANDROID gets it there without proof of origin, as its app does. */
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
