export const texts = {
  follow: 'Follow',
  followOne: (channel: string) => `Follow ${channel}`,
  following: 'Following',
  followed: (channel: string) => `In your schedule: ${channel}`,
  schedule: 'Schedule',
  retry: 'Try again',
  filters: {
    nothing: 'nothing',
    shorts: 'Shorts',
    live: 'live streams',
    under: (minutes: number) => `videos under ${minutes === 1 ? '1 minute' : `${minutes} minutes`}`,
    newest: (most: number) =>
      `Of each channel ${most === 1 ? 'the newest one comes' : `the newest ${most} come`} with a run.`,
  },
} as const
