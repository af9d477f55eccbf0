import type { Captions } from '../../ports/captions.ts'
import type { Clock } from '../../ports/clock.ts'
import type { Videos } from '../../ports/videos.ts'
import { innertubeCaptions } from '../captions/innertube.ts'
import { innertubeVideos } from '../videos/innertube.ts'
import { attemptsOver } from './attempts.ts'
import { defaultClients, type PlayerClient } from './clients.ts'
import { youtubeRoutes } from './gateway.ts'
import { type HealthConfig, type HealthRegister, healthRegister } from './health.ts'
import { playerAnswers } from './player.ts'
import { innertubeSession } from './session.ts'

export interface YoutubeConfig {
  clock: Clock
  /** A twin that is asked in place of every host of YouTube. */
  baseUrl?: string
  /** Ways out, in order: `direct` or proxy URLs. */
  routes?: readonly string[]
  clients?: readonly PlayerClient[]
  health?: Omit<HealthConfig, 'clock'>
}

export interface Youtube {
  videos: Videos
  captions: Captions
  health: HealthRegister
}

/** All ports that YouTube is behind, sharing one session, one memory of player answers and one register of health. */
export const openYoutube = ({ clock, clients = defaultClients, ...config }: YoutubeConfig): Youtube => {
  const health = healthRegister({ clock, ...config.health })
  const routes = youtubeRoutes(config)
  const attempts = attemptsOver({ clients, routes, health })
  const player = playerAnswers({ session: innertubeSession({ clock }), clock })
  return {
    videos: innertubeVideos({ attempts, player }),
    captions: innertubeCaptions({ attempts, player, clock }),
    health,
  }
}
