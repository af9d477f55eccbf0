/** Words that several screens of summaries share. */
export const texts = {
  stages: {
    queued: 'Waiting in the queue',
    deferred: 'Waiting for the video',
    captions: 'Reading captions',
    transcribing: 'Listening to the video',
    summarising: 'Summarizing',
    checking: 'Checking every sentence',
    speaking: 'Speaking',
  },
  progress: 'Progress',
  looksAgain: (when: string) => `Next look: ${when}.`,
  triesAgain: (when: string) => `Next try ${when}.`,
  actions: {
    retry: 'Try again',
    cancel: 'Cancel',
    cancelCounted: 'Cancel (still counts)',
    checkLink: 'Change the link',
    otherVideo: 'Try another video',
    contactSupport: 'Contact us',
    uploadCaptions: 'Upload captions',
    checkFile: 'Choose another file',
    logIn: 'Log in',
    remove: 'Remove',
    mend: 'How to mend this',
  },
  cancelled: 'Cancelled',
  isReady: (title: string) => `“${title}” is ready`,
  areReady: (count: number) => `${count} summaries are ready`,
  open: 'Open',
  add: 'Add to My Summaries',
  added: 'Added to My Summaries',
  deleted: (count: number, left: number) =>
    left > 0
      ? `${count} deleted, ${left} could not be.`
      : count === 1
        ? 'Summary deleted'
        : `${count} summaries deleted`,
  undo: 'Undo',
  share: 'Share',
  shared: 'Shared',
  download: 'Download',
  notDeleted: (count: number) => `${count === 1 ? 'It' : count} could not be deleted.`,
  notMarked: (count: number) => `${count === 1 ? 'It' : count} could not be marked.`,
  voiceNotChanged: 'The voice could not be changed',
  notRestored: (count: number) => `${count === 1 ? 'It' : count} could not be brought back.`,
  minutes: (minutes: number) => `${minutes}\u00a0min`,
  saves: (video: string, read: string) => `${video} → ${read}`,
  becomes: (read: string) => ` → ${read}`,
  uploaded: 'Caption file',
} as const
