import { probeYoutube } from './adapters/youtube/probe.ts'
import { youtubeConfig } from './compose-adapters.ts'
import type { Config } from './config.ts'
import type { Clock } from './ports/clock.ts'
import type { DoctorPart } from './ports/doctor.ts'

/** The parts that `npm run doctor` checks, in this order. */
export const doctorParts = (config: Config, clock: Clock, videoId?: string): DoctorPart[] => [
  {
    name: 'youtube',
    about: 'requests a known video from YouTube with each client and outbound route',
    check: () => probeYoutube(youtubeConfig(config, clock), videoId),
  },
]

export const doctorPartNames = ['youtube']
