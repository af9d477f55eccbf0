import type { FailureCode } from '@recaps/contract'
import { isWithheld } from '../withheld.ts'

const counted = (count: number, unit: string) => `${count} ${unit}${count === 1 ? '' : 's'}`

export const texts = {
  title: 'Generate Summary',
  box: 'Link, video id, or words to search for',
  placeholder: 'Paste a link, or search',
  clear: 'Clear',
  paste: 'Paste',
  intro: 'Paste a link and get a summary to read and to hear. Several links at once work too.',
  focus: {
    open: 'Say what you want to know most',
    label: 'What do you want to know most?',
    hint: 'The summary says more of this, where the video does.',
    standing: 'From your settings. What you write here is for this one only.',
    unread: 'What your settings say could not be loaded. Write it here, or leave this empty for nothing.',
    longest: (letters: number) => `At most ${letters} letters.`,
    close: 'Leave it out',
    ofUpload: (focus: string) => `What you want to know most counts here too: ${focus}`,
  },
  length: 'Length',
  lengthIs: (length: string) => `Length: ${length}`,
  lengths: { short: 'Short', standard: 'Standard', long: 'Long' },
  submit: 'Generate Summary',
  submitMany: (count: number) => `Generate ${count} summaries`,
  submitWaited: (code: FailureCode | null) => {
    if (isWithheld(code)) return 'Keep trying'
    return code === 'captions_pending' ? 'Summarize when it has captions' : 'Summarize when it has ended'
  },
  looking: 'Looking at the video',
  notLooked: 'We could not look at this video. Try again in a moment.',
  notAsked: 'This summary could not be started. Try again in a moment.',
  lookAgain: (count: number) => `Try ${counted(count, 'link')} again`,
  captions: {
    manual: 'Captions by the creator',
    auto: 'Automatic captions',
    none: 'No captions',
    heard: 'No captions: we listen to it instead',
    unknown: 'Captions not checked yet',
  },
  inLanguage: (captions: string, language: string) => `${captions}, in ${language}`,
  looksLikeMusic:
    'This looks like music. Where nobody speaks there is nothing to summarize, and you get your summary back.',
  already: 'You have this summary already.',
  alreadyInWork: 'This summary is being made.',
  open: 'Open it',
  openOther: (length: string) => `Open the one you have (${length})`,
  known: 'Ready at once',
  estimate: (seconds: number) =>
    `Takes about ${seconds < 60 ? counted(Math.max(1, seconds), 'second') : counted(Math.round(seconds / 60), 'minute')}`,
  uses: (count: number, remaining: number) => {
    if (count < remaining) return `Uses ${count} of your ${remaining} left`
    if (count === remaining) return count === 1 ? 'Uses your last one' : `Uses your last ${count}`
    return remaining === 1
      ? 'Only the first is made: you have 1 left'
      : `Only the first ${remaining} are made: you have ${remaining} left`
  },
  quota: (remaining: number, limit: number) => `${remaining} of ${limit} summaries left this month`,
  resets: (when: string) => `resets ${when}`,
  startsAgain: (when: string) => `You get new ones ${when}.`,
  spent: 'You have used all your summaries for this month.',
  lifts: (plan: string, limit: number) => `The ${plan} plan has ${limit} a month.`,
  removeLink: (link: string) => `Remove ${link}`,
  backToResults: 'Back to the results',
  keepsTrying: (remaining: number) =>
    `We can keep trying for an hour. It uses ${remaining === 1 ? 'your last one' : `1 of your ${remaining} left`} now, and gives it back if nothing comes of it.`,
  waits: (remaining: number) =>
    `It waits in your list. It uses ${remaining === 1 ? 'your last one' : `1 of your ${remaining} left`} now, and gives it back if nothing comes of it.`,
  recent: 'In progress',
  latest: 'Latest summaries',
  all: 'Show all',
  leaving: 'You may leave: it goes on, and you find it in My Summaries.',
  ready: 'Ready to read',
  read: 'Read now',
  upload: {
    title: 'Have a caption file?',
    dropHere: 'Drop it here. ',
    hint: 'Captions of up to 5\u00a0MB.',
    types: 'VTT, SRT, ASS, LRC, TTML, XML, JSON or TXT',
    titleWithSound: 'Have captions, or a recording?',
    hintWithSound: 'Captions (up to 5\u00a0MB), or an audio or video recording (up to 500\u00a0MB).',
    soundTypes: 'MP3, M4A, MP4, Ogg, WebM, WAV or FLAC',
    captionsTooLarge: 'This file is larger than 5 MB, which is the most that captions may have.',
    tooLarge: 'This recording is larger than 500 MB. Upload a part of it, or a smaller form of it.',
    choose: 'Choose a file',
    drop: 'Drop the file to summarize it',
    sending: 'Uploading',
    oneAtATime: 'One file is taken at a time: drop one, and the next when that is uploaded.',
  },
} as const
