import { probeYoutube } from './adapters/youtube/probe.ts'
import { youtubeOf } from './compose-adapters.ts'
import type { Config } from './config.ts'
import type { Clock } from './ports/clock.ts'
import type { DoctorPart } from './ports/doctor.ts'

/** Everything that the doctor can look at, in the order in which it does. */
export const doctorParts = (config: Config, clock: Clock, videoId?: string): DoctorPart[] => [
  {
    name: 'youtube',
    about: 'asks YouTube live about one known video, by each client and way out',
    check: () => probeYoutube(youtubeOf(config, clock), videoId),
  },
]

export const partNames = ['youtube']
