export const texts = {
  follow: 'Follow',
  followOne: (channel: string) => `Follow ${channel}`,
  following: 'Following',
  followed: (channel: string) => `Added to your schedule: ${channel}`,
  schedule: 'Schedule',
  retry: 'Try again',
  filters: {
    nothing: 'nothing',
    shorts: 'Shorts',
    live: 'live streams',
    under: (minutes: number) => `videos under ${minutes === 1 ? '1 minute' : `${minutes} minutes`}`,
    newest: (max: number) => `Includes the newest ${max === 1 ? 'video' : `${max} videos`} of each channel.`,
  },
} as const
