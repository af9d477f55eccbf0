import type { FailureCode } from '@recaps/contract'
import { isWithheld } from '../withheld.ts'

const plural = (count: number, unit: string) => `${count} ${unit}${count === 1 ? '' : 's'}`

export const texts = {
  title: 'Generate Summary',
  box: 'YouTube link, video ID or search',
  placeholder: 'Paste a link or search',
  clear: 'Clear',
  paste: 'Paste',
  intro: 'Paste a YouTube link to get a summary you can read or listen to. You can paste several at once.',
  focus: {
    open: 'Add a focus',
    label: 'What do you want to know most?',
    hint: 'The summary goes into more detail on this if the video covers it.',
    settings: 'From your settings. Changes here apply to this summary only.',
    unavailable: 'Couldn’t load your default focus. Enter one here, or leave this empty.',
    longest: (characters: number) => `Up to ${characters} characters.`,
    close: 'Remove focus',
    forUpload: (focus: string) => `Your focus applies here too: ${focus}`,
  },
  length: 'Length',
  lengthIs: (length: string) => `Length: ${length}`,
  lengths: { short: 'Short', standard: 'Standard', long: 'Long' },
  submit: 'Generate Summary',
  submitMany: (count: number) => `Generate ${count} summaries`,
  submitWaited: (code: FailureCode | null) => {
    if (isWithheld(code)) return 'Keep trying'
    return code === 'captions_pending' ? 'Summarize when captions are ready' : 'Summarize when it ends'
  },
  loading: 'Loading video',
  previewFailed: 'Couldn’t load this video. Try again in a moment.',
  requestFailed: 'Couldn’t start this summary. Try again in a moment.',
  retryLinks: (count: number) => `Retry ${plural(count, 'link')}`,
  captions: {
    manual: 'Captions by the creator',
    auto: 'Automatic captions',
    none: 'No captions',
    transcribed: 'No captions. We’ll transcribe the audio.',
    unknown: 'Captions not checked yet',
  },
  inLanguage: (captions: string, language: string) => `${captions}, in ${language}`,
  looksLikeMusic: 'This looks like music. If there’s not enough speech, the summary won’t count against your quota.',
  already: 'You already have this summary.',
  alreadyInProgress: 'This summary is in progress.',
  open: 'Open summary',
  openOther: (length: string) => `Open your existing summary (${length})`,
  known: 'Ready instantly',
  estimate: (seconds: number) =>
    `Takes about ${seconds < 60 ? plural(Math.max(1, seconds), 'second') : plural(Math.round(seconds / 60), 'minute')}`,
  uses: (count: number, remaining: number) => {
    if (count < remaining) return `Uses ${count} of ${remaining} summaries left`
    if (count === remaining) return count === 1 ? 'Uses your last summary' : `Uses your last ${count} summaries`
    return remaining === 1
      ? 'You have 1 summary left, so only the first will be made'
      : `You have ${remaining} summaries left, so only the first ${remaining} will be made`
  },
  quota: (remaining: number, limit: number) => `${remaining} of ${limit} summaries left this month`,
  resets: (when: string) => `resets ${when}`,
  resetsAt: (when: string) => `Resets ${when}.`,
  quotaUsedUp: 'You’ve used all your summaries for this month.',
  lifts: (plan: string, limit: number) => `The ${plan} plan has ${limit} a month.`,
  removeLink: (link: string) => `Remove ${link}`,
  backToResults: 'Back to results',
  keepsTrying: (remaining: number) =>
    `We can keep trying for an hour. This uses ${remaining === 1 ? 'your last summary' : `1 of ${remaining} summaries left`} now and refunds it if it fails.`,
  waits: (remaining: number) =>
    `It’ll wait in My Summaries. This uses ${remaining === 1 ? 'your last summary' : `1 of ${remaining} summaries left`} now and refunds it if it fails.`,
  recent: 'In progress',
  latest: 'Latest summaries',
  all: 'Show all',
  leaving: 'You can leave. It will be in My Summaries.',
  ready: 'Ready to read',
  read: 'Read now',
  upload: {
    title: 'Have a caption file?',
    dropHere: 'Drop it here. ',
    hint: 'Captions up to 5\u00a0MB.',
    types: 'VTT, SRT, ASS, LRC, TTML, XML, JSON or TXT',
    titleWithAudio: 'Have captions or a recording?',
    hintWithAudio: 'Captions (up to 5\u00a0MB) or an audio or video recording (up to 500\u00a0MB).',
    audioTypes: 'MP3, M4A, MP4, Ogg, WebM, WAV or FLAC',
    captionsTooLarge: 'This file is larger than 5 MB, the limit for caption files.',
    tooLarge: 'This recording is larger than 500 MB. Upload a part of it or compress it.',
    choose: 'Choose file',
    drop: 'Drop file to summarize',
    sending: 'Uploading',
    oneAtATime: 'Upload one file at a time.',
  },
} as const
