const counted = (count: number) => (count === 1 ? 'this summary' : `${count} summaries`)

/** Texts shared by several summary screens. */
export const texts = {
  stages: {
    queued: 'Waiting in the queue',
    deferred: 'Waiting for the video',
    captions: 'Reading captions',
    transcribing: 'Listening to the video',
    summarising: 'Summarizing',
    checking: 'Checking every sentence',
    speaking: 'Creating audio',
  },
  progress: 'Progress',
  nextCheck: (when: string) => `Next check: ${when}.`,
  nextTry: (when: string) => `Next try: ${when}.`,
  actions: {
    retry: 'Try again',
    cancel: 'Cancel',
    cancelCounted: 'Cancel (still counts)',
    checkLink: 'Change link',
    otherVideo: 'Try another video',
    contactSupport: 'Contact us',
    uploadCaptions: 'Upload captions',
    checkFile: 'Choose another file',
    logIn: 'Log in',
    remove: 'Remove',
    fix: 'How to fix this',
  },
  cancelled: 'Cancelled',
  isReady: (title: string) => `“${title}” is ready`,
  areReady: (count: number) => `${count} summaries are ready`,
  open: 'Open',
  add: 'Add to My Summaries',
  added: 'Added to My Summaries',
  deleted: (count: number, left: number) =>
    left > 0
      ? `${count} deleted, ${left} couldn’t be deleted`
      : count === 1
        ? 'Summary deleted'
        : `${count} summaries deleted`,
  undo: 'Undo',
  share: 'Share',
  shared: 'Shared',
  download: 'Download',
  notDeleted: (count: number) => `Couldn’t delete ${counted(count)}. Try again.`,
  notMarked: (count: number) => `Couldn’t update ${counted(count)}. Try again.`,
  voiceNotChanged: 'Couldn’t change the voice. Try again.',
  notRestored: (count: number) => `Couldn’t restore ${counted(count)}. Try again.`,
  minutes: (minutes: number) => `${minutes}\u00a0min`,
  saves: (video: string, read: string) => `${video} → ${read}`,
  becomes: (read: string) => ` → ${read}`,
  uploaded: 'Caption file',
} as const
